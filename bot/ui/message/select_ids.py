"""The custom_ids of menus, following the grammar in ``docs/buttons.md``.

```
s1:<owner>:<setting>            on a settings panel
v1:<game>:<revision>            on a game's message: the moves of one who wants them in a menu
w1:<game>:<revision>[:<line>]   on the panel of conditional moves: the next move of the line
b1:<view>                       on a leaderboard: its ruleset and period
x1:<page>                       on a page of a history: its games
r1:<game>:<page>                on a page of a review: its moves, to see them on the board
f1:<view>                       on a profile: its ruleset
o1                              at the end of the lesson: a person to challenge
y1:<ruleset>:<color>           anywhere: the computer's levels
```
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.matches.base36 import format_number, read_number
from bot.matches.values.challenges import ColorChoice
from bot.ui.message.custom_ids import UnknownButtonError
from engine import Ruleset

SELECT_PATTERN = re.compile(
    r"s1:[a-z]{1,16}:[a-z-]{1,32}"
    r"|v1:[0-9a-z]{1,16}:[0-9]{1,10}"
    r"|[bf]1:[a-z0-9-]{1,48}"
    r"|o1"
    r"|x1:[0-9]{1,4}"
    r"|r1:[0-9a-z]{1,16}:[0-9]{1,4}"
    r"|y1:[a-z]{1,16}:[a-z]{1,8}"
    r"|w1:[0-9a-z]{1,16}:[0-9]{1,10}(?::[A-Za-z0-9-]{1,48})?"
)

_ANY = "any"


class SettingOwner(StrEnum):
    """Whose settings a panel shows."""

    PLAYER = "mine"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class SettingSelect:
    """The menu of a setting.

    >>> str(SettingSelect(SettingOwner.PLAYER, "notices"))
    's1:mine:notices'
    """

    owner: SettingOwner
    setting: str

    def __str__(self) -> str:
        return f"s1:{self.owner}:{self.setting}"


@dataclass(frozen=True, slots=True)
class MoveSelect:
    """The menu of the moves of ``game``, drawn at ``revision``.

    >>> str(MoveSelect(7, 12))
    'v1:7:12'
    """

    game: int
    revision: int

    def __str__(self) -> str:
        return f"v1:{format_number(self.game)}:{self.revision}"


@dataclass(frozen=True, slots=True)
class ConditionalMoveSelect:
    """The menu of the moves that can come next among conditional moves, after those of ``line``.

    >>> str(ConditionalMoveSelect(7, 12, ("Sb2",)))
    'w1:7:12:Sb2'
    """

    game: int
    revision: int
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = ["w1", format_number(self.game), str(self.revision)]
        return ":".join([*parts, "-".join(self.line)] if self.line else parts)


@dataclass(frozen=True, slots=True)
class LeaderboardSelect:
    """The menu of a leaderboard. ``view`` says which one it is.

    >>> str(LeaderboardSelect("s-pyrga-all-r-0"))
    'b1:s-pyrga-all-r-0'
    """

    view: str

    def __str__(self) -> str:
        return f"b1:{self.view}"


@dataclass(frozen=True, slots=True)
class PastGameSelect:
    """The menu of the games on a page of a history, the first being 0.

    >>> str(PastGameSelect(2))
    'x1:2'
    """

    page: int

    def __str__(self) -> str:
        return f"x1:{self.page}"


@dataclass(frozen=True, slots=True)
class PositionSelect:
    """The menu of the moves on a page of the review of ``game``, the first being 0.

    >>> str(PositionSelect(7, 1))
    'r1:7:1'
    """

    game: int
    page: int

    def __str__(self) -> str:
        return f"r1:{format_number(self.game)}:{self.page}"


@dataclass(frozen=True, slots=True)
class ProfileSelect:
    """The menu of a profile. ``view`` says whose it is and with which ruleset.

    >>> str(ProfileSelect("101-pyrga"))
    'f1:101-pyrga'
    """

    view: str

    def __str__(self) -> str:
        return f"f1:{self.view}"


@dataclass(frozen=True, slots=True)
class OpponentSelect:
    """The menu of the people who can be challenged.

    >>> str(OpponentSelect())
    'o1'
    """

    def __str__(self) -> str:
        return "o1"


@dataclass(frozen=True, slots=True)
class LevelSelect:
    """The menu of the computer's levels, with the ruleset, None for the server's, and the person's color.

    >>> str(LevelSelect(None, ColorChoice.WHITE))
    'y1:any:white'
    """

    ruleset: Ruleset | None
    color: ColorChoice

    def __str__(self) -> str:
        return f"y1:{self.ruleset or _ANY}:{self.color}"


SelectId = (
    SettingSelect
    | MoveSelect
    | ConditionalMoveSelect
    | LeaderboardSelect
    | ProfileSelect
    | PastGameSelect
    | PositionSelect
    | OpponentSelect
    | LevelSelect
)


def parse_select(custom_id: str) -> SelectId:
    """Parse the custom_id of a menu.

    Raises:
        UnknownButtonError: no menu of this bot has it.

    >>> parse_select("s1:server:theme")
    SettingSelect(owner=<SettingOwner.SERVER: 'server'>, setting='theme')
    """
    readers: dict[str, Callable[[list[str]], SelectId]] = {
        "s1": _read_setting_select,
        "v1": _read_move_select,
        "w1": _read_plan_select,
        "b1": _read_leaderboard_select,
        "x1": _read_past_game_select,
        "r1": _read_position_select,
        "f1": _read_profile_select,
        "o1": _read_opponent_select,
        "y1": _read_level_select,
    }
    if not SELECT_PATTERN.fullmatch(custom_id):
        raise UnknownButtonError(custom_id)
    family, *parts = custom_id.split(":")
    try:
        return readers[family](parts)
    except ValueError:
        raise UnknownButtonError(custom_id) from None


def _read_setting_select(parts: list[str]) -> SettingSelect:
    owner, setting = parts
    return SettingSelect(SettingOwner(owner), setting)


def _read_move_select(parts: list[str]) -> MoveSelect:
    game, revision = parts
    return MoveSelect(read_number(game), int(revision))


def _read_leaderboard_select(parts: list[str]) -> LeaderboardSelect:
    (view,) = parts
    return LeaderboardSelect(view)


def _read_profile_select(parts: list[str]) -> ProfileSelect:
    (view,) = parts
    return ProfileSelect(view)


def _read_opponent_select(parts: list[str]) -> OpponentSelect:
    if parts:
        raise ValueError(parts)
    return OpponentSelect()


def _read_plan_select(parts: list[str]) -> ConditionalMoveSelect:
    game, revision, *lines = parts
    return ConditionalMoveSelect(
        read_number(game), int(revision), tuple(lines[0].split("-")) if lines else ()
    )


def _read_past_game_select(parts: list[str]) -> PastGameSelect:
    (page,) = parts
    return PastGameSelect(int(page))


def _read_position_select(parts: list[str]) -> PositionSelect:
    game, page = parts
    return PositionSelect(read_number(game), int(page))


def _read_level_select(parts: list[str]) -> LevelSelect:
    ruleset, color = parts
    return LevelSelect(None if ruleset == _ANY else Ruleset(ruleset), ColorChoice(color))

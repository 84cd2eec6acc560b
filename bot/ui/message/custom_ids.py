"""The custom_ids of buttons, following the grammar in ``docs/buttons.md``.

```
g1:<game>:<revision>:<action>[:<argument>]     on a game's message
c1:<challenge>:<action>                        on a challenge's card
p1:<panel>:<action>:<argument>                 on a private panel
q1:<puzzle>:<action>[:<argument>[:<difficulty>[:<ply>]]]   on a puzzle
l1:<step>:<action>[:<argument>]                on a step of the lesson
m1:<game>:<ply>:<action>[:<argument>]          on a mistake to retry
n1:<game>:<revision>:<action>[:<line>]         on the panel of conditional moves
h1:<player>:<opponent>:<ruleset>:<result>:<page>   on a player's history
```

Buttons of puzzles and lessons are in ``bot.ui.message.practice_ids``, those that carry a line of play in
``bot.ui.message.study_ids``. Menus and forms have custom_ids of their own: ``bot.ui.message.select_ids``,
``bot.ui.message.form_ids``.

Games and challenges are named by their base-36 numbers, puzzles by their own names. Buttons live on old
messages for months, so a form that was ever sent stays readable forever; a new form gets a new first word.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.matches.base36 import LARGEST, format_number, parse_number, read_number
from bot.matches.errors import MatchError
from bot.matches.values.history import HistoryFilter, Result
from bot.ui.message.actions import (
    ChallengeAction,
    ConditionalMoveAction,
    GameAction,
    MoveAction,
    Panel,
    PanelAction,
)
from bot.ui.message.practice_ids import LessonButton, PuzzleButton, RetryButton
from bot.ui.message.study_ids import STUDY_PATTERN, AnalysisButton, OpeningButton, TrainingButton
from engine import Ruleset

PATTERN = re.compile(
    rf"[gcpqlmh]1(?::[A-Za-z0-9?-]{{1,32}}){{2,8}}|n1(?::[A-Za-z0-9-]{{1,48}}){{3,4}}|{STUDY_PATTERN}"
)
LONGEST = 100
_ANY = "-"
_MOVE_OF_GAME = re.compile(r"([0-9a-z]{1,16})-([0-9]{1,10})-([A-Za-z0-9]{1,5})")
_COUNT = re.compile(r"[0-9]{1,10}")


class UnknownButtonError(MatchError):
    """No button of this bot has such a custom_id, or no longer."""


@dataclass(frozen=True, slots=True)
class GameButton:
    """A button on the message of ``game``, drawn at ``revision``.

    >>> str(GameButton(165813, 12, MoveAction.MOVE, "Tc2n"))
    'g1:3jxx:12:m:Tc2n'
    """

    game: int
    revision: int
    action: MoveAction | GameAction
    argument: str = ""

    @property
    def action_key(self) -> MoveAction | GameAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        parts = ["g1", format_number(self.game), str(self.revision), self.action]
        return ":".join([*parts, self.argument] if self.argument else parts)


@dataclass(frozen=True, slots=True)
class ChallengeButton:
    """A button on the card of ``challenge``.

    >>> str(ChallengeButton(7, ChallengeAction.ACCEPT))
    'c1:7:accept'
    """

    challenge: int
    action: ChallengeAction

    @property
    def action_key(self) -> ChallengeAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        return f"c1:{format_number(self.challenge)}:{self.action}"


@dataclass(frozen=True, slots=True)
class PanelButton:
    """A button on a private panel.

    >>> str(PanelButton(Panel.RULES, PanelAction.PAGE, "2"))
    'p1:rules:page:2'
    """

    panel: Panel
    action: PanelAction
    argument: str

    @property
    def action_key(self) -> tuple[Panel, PanelAction]:
        """What distinguishes the button from others of its family."""
        return self.panel, self.action

    @property
    def number(self) -> int:
        """The argument as the number of a game or challenge.

        Raises:
            UnknownButtonError: it isn't one.
        """
        number = parse_number(self.argument)
        if number is None:
            raise UnknownButtonError(str(self))
        return number

    @property
    def page(self) -> int:
        """The argument as the number of a page, the first being 0.

        Raises:
            UnknownButtonError: it isn't one.
        """
        return self._decimal(r"\d{1,4}")

    @property
    def user_id(self) -> int:
        """The argument as a person's Discord id.

        Raises:
            UnknownButtonError: it isn't one.
        """
        user_id = self._decimal(r"\d{1,19}")
        if user_id > LARGEST:
            raise UnknownButtonError(str(self))
        return user_id

    @property
    def number_and_count(self) -> tuple[int, int]:
        """The argument as the number of a game and, after a hyphen, a revision or a page of it.

        Raises:
            UnknownButtonError: it's none.
        """
        number, counts = self.number_and_counts
        if len(counts) != 1:
            raise UnknownButtonError(str(self))
        return number, counts[0]

    @property
    def number_and_counts(self) -> tuple[int, tuple[int, ...]]:
        """The argument as the number of a game and one or more counts, with hyphens between them.

        Raises:
            UnknownButtonError: it's none.
        """
        first, *others = self.argument.split("-")
        number = parse_number(first)
        if number is None or not others or not all(map(_COUNT.fullmatch, others)):
            raise UnknownButtonError(str(self))
        return number, tuple(map(int, others))

    @property
    def chosen_move(self) -> tuple[int, int, str]:
        """The argument as the number of a game, a revision of it and the text of a move, between hyphens.

        Raises:
            UnknownButtonError: it's none.
        """
        found = _MOVE_OF_GAME.fullmatch(self.argument)
        if found is None:
            raise UnknownButtonError(str(self))
        return read_number(found[1]), int(found[2]), found[3]

    def _decimal(self, pattern: str) -> int:
        if not re.fullmatch(pattern, self.argument, re.ASCII):
            raise UnknownButtonError(str(self))
        return int(self.argument)

    def __str__(self) -> str:
        return f"p1:{self.panel}:{self.action}:{self.argument}"


@dataclass(frozen=True, slots=True)
class ConditionalMoveButton:
    """A button on the panel of a player's conditional moves, drawn when ``game`` was at ``revision``.

    ``line`` leads to the move that it is about: moves from the present position on.

    >>> str(ConditionalMoveButton(7, 12, ConditionalMoveAction.OPEN, ("Sb2", "Ta2e")))
    'n1:7:12:open:Sb2-Ta2e'
    """

    game: int
    revision: int
    action: ConditionalMoveAction
    line: tuple[str, ...] = ()

    @property
    def action_key(self) -> ConditionalMoveAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        parts = ["n1", format_number(self.game), str(self.revision), self.action]
        return ":".join([*parts, "-".join(self.line)] if self.line else parts)


@dataclass(frozen=True, slots=True)
class HistoryButton:
    """A button for a page, the first being 0, of a player's history, with the filters that apply.

    >>> str(HistoryButton(7, HistoryFilter(opponent=8, result=Result.WON), 2))
    'h1:7:8:-:won:2'
    """

    player: int
    wanted: HistoryFilter
    page: int

    @property
    def action_key(self) -> None:
        """What distinguishes the button from others of its family, which are all for pages."""
        return

    def __str__(self) -> str:
        opponent = None if self.wanted.opponent is None else format_number(self.wanted.opponent)
        filters = (opponent, self.wanted.ruleset, self.wanted.result)
        parts = ["h1", format_number(self.player), *(each or _ANY for each in filters), str(self.page)]
        return ":".join(parts)


ButtonId = (
    GameButton
    | ChallengeButton
    | PanelButton
    | PuzzleButton
    | RetryButton
    | LessonButton
    | ConditionalMoveButton
    | HistoryButton
    | AnalysisButton
    | OpeningButton
    | TrainingButton
)


def parse(custom_id: str) -> ButtonId:
    """Parse the custom_id of a button.

    Raises:
        UnknownButtonError: no button of this bot has it.

    >>> parse("c1:7:accept")
    ChallengeButton(challenge=7, action=<ChallengeAction.ACCEPT: 'accept'>)
    """
    if len(custom_id) > LONGEST or not custom_id.isprintable() or not PATTERN.fullmatch(custom_id):
        raise UnknownButtonError(custom_id)
    family, *parts = custom_id.split(":")
    readers: dict[str, Callable[[list[str]], ButtonId]] = {
        "g1": _read_game_button,
        "c1": _read_challenge_button,
        "p1": _read_panel_button,
        "q1": PuzzleButton.of,
        "l1": LessonButton.of,
        "m1": RetryButton.of,
        "n1": _read_plan_button,
        "h1": _read_history_button,
        "a1": AnalysisButton.of,
        "o1": OpeningButton.of,
        "k1": TrainingButton.of,
    }
    try:
        return readers[family](parts)
    except ValueError:
        raise UnknownButtonError(custom_id) from None


def _read_game_button(parts: list[str]) -> GameButton:
    game, revision, action, *arguments = parts
    if len(arguments) > 1 or not revision.isdecimal():
        raise ValueError(parts)
    kind = MoveAction if action in set(MoveAction) else GameAction
    return GameButton(read_number(game), int(revision), kind(action), "".join(arguments))


def _read_challenge_button(parts: list[str]) -> ChallengeButton:
    challenge, action = parts
    return ChallengeButton(read_number(challenge), ChallengeAction(action))


def _read_panel_button(parts: list[str]) -> PanelButton:
    panel, action, argument = parts
    return PanelButton(Panel(panel), PanelAction(action), argument)


def _read_plan_button(parts: list[str]) -> ConditionalMoveButton:
    game, revision, action, *lines = parts
    if len(lines) > 1 or not revision.isdecimal():
        raise ValueError(parts)
    line = tuple(lines[0].split("-")) if lines else ()
    return ConditionalMoveButton(read_number(game), int(revision), ConditionalMoveAction(action), line)


def _read_history_button(parts: list[str]) -> HistoryButton:
    player, opponent, ruleset, result, page = parts
    if not re.fullmatch(r"\d{1,4}", page, re.ASCII):
        raise ValueError(parts)
    wanted = HistoryFilter(
        None if opponent == _ANY else read_number(opponent),
        None if ruleset == _ANY else Ruleset(ruleset),
        None if result == _ANY else Result(result),
    )
    return HistoryButton(read_number(player), wanted, int(page))

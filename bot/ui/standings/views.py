"""The leaderboard or profile that a panel shows, as the argument of its buttons and its menu.

```
<page>                                       the server's, on panels of older versions
<scope>-<page>                               s-0: the computer's ladder
<scope>-<ruleset>-<period>-<list>-<page>     s-pyrga-all-r-0: rated players
<time>-<page>                                month-0: solvers of the server's puzzles of the day
<player>-<ruleset>                           101-pyrga: a player's profile
```

``<scope>`` is ``s`` for the server or ``e`` for everywhere, and ``<list>`` is ``r`` for players with a rank
or ``p`` for provisional ones.
"""

import re
from dataclasses import dataclass
from gettext import NullTranslations
from typing import ClassVar, Self

from bot.matches.base36 import LARGEST
from bot.matches.puzzles.puzzle_leaderboards import PuzzlePeriod
from bot.matches.values.standings import LeaderboardChoice, Period
from bot.ui.message.actions import Panel
from engine import Ruleset

_PLAYER = re.compile(r"\d{1,19}", re.ASCII)
_PAGE = re.compile(r"\d{1,5}", re.ASCII)
_SCOPES = {"s": True, "e": False}
_LISTS = {"r": False, "p": True}


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """A page of a leaderboard (the first is 0); ``here`` says whether it's the one of the server.

    >>> str(LeaderboardView())
    's-pyrga-all-r-0'
    >>> LeaderboardView.read("e-classic-month-p-2").page
    2
    """

    panel: ClassVar[Panel] = Panel.LEADERBOARD

    here: bool = True
    ruleset: Ruleset = Ruleset.PYRGA
    period: Period = Period.ALL
    provisional: bool = False
    page: int = 0

    @classmethod
    def read(cls, argument: str) -> Self:
        """Return what an argument says.

        Raises:
            ValueError: it says nothing.
        """
        if _PAGE.fullmatch(argument):
            return cls(page=int(argument))
        scope, ruleset, period, kind, page = argument.split("-")
        return cls(
            _read(scope, _SCOPES), Ruleset(ruleset), Period(period), _read(kind, _LISTS), _read_page(page)
        )

    def __str__(self) -> str:
        parts = (_written(self.here, _SCOPES), self.ruleset, self.period)
        return "-".join((*parts, _written(self.provisional, _LISTS), str(self.page)))

    def choice(self, guild_id: int | None) -> LeaderboardChoice:
        """Return the leaderboard as seen from a server, or from outside servers, where there's only one."""
        scope = guild_id if self.here else None
        return LeaderboardChoice(scope, self.ruleset, self.period, provisional=self.provisional)


@dataclass(frozen=True, slots=True)
class LadderView:
    """A page of the computer's ladder (the first is 0); ``here`` says whether it's that of the server.

    >>> LadderView.read("e-2")
    LadderView(here=False, page=2)
    """

    panel: ClassVar[Panel] = Panel.LADDER

    here: bool = True
    page: int = 0

    @classmethod
    def read(cls, argument: str) -> Self:
        """Return what an argument says.

        Raises:
            ValueError: it says nothing.
        """
        if _PAGE.fullmatch(argument):
            return cls(page=int(argument))
        scope, page = argument.split("-")
        return cls(_read(scope, _SCOPES), _read_page(page))

    def __str__(self) -> str:
        return f"{_written(self.here, _SCOPES)}-{self.page}"


@dataclass(frozen=True, slots=True)
class PuzzleLeaderboardView:
    """A page (the first is 0) of the solvers of a server's puzzles of the day: today's or this month's.

    >>> str(PuzzleLeaderboardView())
    'month-0'
    """

    panel: ClassVar[Panel] = Panel.PUZZLE_LEADERBOARD

    period: PuzzlePeriod = PuzzlePeriod.MONTH
    page: int = 0

    @classmethod
    def read(cls, argument: str) -> Self:
        """Return what an argument says.

        Raises:
            ValueError: it says nothing.
        """
        period, page = argument.split("-")
        return cls(PuzzlePeriod(period), _read_page(page))

    def __str__(self) -> str:
        return f"{self.period}-{self.page}"


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The profile of a player, by their Discord id, for a ruleset.

    >>> ProfileView.read("101-pyrga").player_id
    101
    """

    player_id: int
    ruleset: Ruleset

    @classmethod
    def read(cls, argument: str) -> Self:
        """Return what an argument says.

        Raises:
            ValueError: it says nothing.
        """
        player, ruleset = argument.split("-")
        if not _PLAYER.fullmatch(player) or int(player) > LARGEST:
            raise ValueError(argument)
        return cls(int(player), Ruleset(ruleset))

    def __str__(self) -> str:
        return f"{self.player_id}-{self.ruleset}"


View = LeaderboardView | LadderView | PuzzleLeaderboardView
"""A page of a leaderboard of any kind."""


def period_name(words: NullTranslations, period: Period) -> str:
    """The name of a period in the menu."""
    pgettext = words.pgettext
    return {
        Period.ALL: pgettext("period", "all time"),
        Period.MONTH: pgettext("period", "last 30 days"),
        Period.SEASON: pgettext("period", "this season"),
    }[period]


def _read(letter: str, meanings: dict[str, bool]) -> bool:
    if letter not in meanings:
        raise ValueError(letter)
    return meanings[letter]


def _written(meaning: bool, letters: dict[str, bool]) -> str:  # noqa: FBT001 - the value to be written
    return next(letter for letter, means in letters.items() if means == meaning)


def _read_page(text: str) -> int:
    if not _PAGE.fullmatch(text):
        raise ValueError(text)
    return int(text)

"""Leaderboards: which there are, and their lines."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from bot.matches.values.players import Player
from engine import Ruleset

PROVISIONAL_DEVIATION: Final = 110.0
"""From this deviation on, too little is known about a player for their rating to mean much."""


@dataclass(frozen=True, slots=True)
class Score:
    """How many games a player has won, lost and drawn: of all games, or of those against another player."""

    won: int
    lost: int
    drawn: int

    @classmethod
    def of(cls, result: str, games: int) -> Self:
        """Return the score of games that all ended with the same result: ``win``, ``loss`` or ``draw``."""
        return cls(*(games if result == each else 0 for each in ("win", "loss", "draw")))

    @property
    def games(self) -> int:
        """How many games it is about."""
        return self.won + self.lost + self.drawn

    def __add__(self, other: "Score") -> "Score":
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)


NO_GAMES: Final = Score(0, 0, 0)


class Period(StrEnum):
    """Since when players have to have played to be on a leaderboard, and which games it counts."""

    ALL = "all"
    MONTH = "month"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A leaderboard of rated players: in a server, or in all of them if ``guild_id`` is None.

    ``provisional`` asks for the players whose ratings aren't established, who have no rank.
    """

    guild_id: int | None
    ruleset: Ruleset
    period: Period = Period.ALL
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """A line of a leaderboard. ``rank`` begins at 1, or is None for a player whose rating is provisional.

    ``deviation`` is the present one. ``change`` is that of the rating in the last seven days, in points; None
    without a game. ``latest`` are the ratings after the last games, the oldest first. ``games`` are those of
    the leaderboard's period. ``streak`` counts wins in a row, or, below 0, losses.
    """

    rank: int | None
    player: Player
    rating: float
    deviation: float
    change: float | None
    latest: tuple[float, ...]
    games: int
    streak: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a leaderboard, the first being 0, and whether another one follows.

    ``own`` is the reader's line, on this page or not; None if they aren't on the leaderboard.
    """

    page: int
    places: tuple[RatedPlace, ...]
    more: bool
    own: RatedPlace | None


@dataclass(frozen=True, slots=True)
class Rung:
    """A line of the computer's ladder: the highest level that a player has beaten, and how often."""

    rank: int
    player: Player
    level: int
    wins: int


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of the ladder, the first being 0, whether another one follows, and the reader's line, if any."""

    page: int
    rungs: tuple[Rung, ...]
    more: bool
    own: Rung | None


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A line of a leaderboard at the end of a season; ``rank`` begins at 1."""

    rank: int
    player: Player
    rating: float
    games: int
    streak: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; the first has the ``number`` 1. ``ended_at`` is None while it runs."""

    id: int
    guild_id: int
    number: int
    started_at: datetime
    ended_at: datetime | None

"""The leaderboards that there are, and their lines."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from bot.matches.values.players import Player
from engine import Ruleset

PROVISIONAL_DEVIATION: Final = 110.0
"""With at least this deviation, too little is known about a player for their rating to mean much."""


@dataclass(frozen=True, slots=True)
class Score:
    """How many games a player has won, lost and drawn, in all or against one opponent."""

    won: int
    lost: int
    drawn: int

    @classmethod
    def of(cls, result: str, games: int) -> Self:
        """Return the score of games that all ended with the same result: ``win``, ``loss`` or ``draw``."""
        return cls(*(games if result == each else 0 for each in ("win", "loss", "draw")))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.drawn

    def __add__(self, other: "Score") -> "Score":
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)


NO_GAMES: Final = Score(0, 0, 0)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a game changed a player's rating, in points, and the deviation after it."""

    player_id: int
    before: float
    after: float
    deviation: float


class Period(StrEnum):
    """How recently players must have played to be on a leaderboard, and which games it counts."""

    ALL = "all"
    MONTH = "month"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class LeaderboardChoice:
    """A leaderboard of rated players: of a server, or of all servers if ``guild_id`` is None.

    ``provisional`` asks for the players whose ratings aren't established, who have no rank.
    """

    guild_id: int | None
    ruleset: Ruleset
    period: Period = Period.ALL
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """A line of a leaderboard. ``rank`` begins at 1, or is None for a player whose rating is provisional.

    ``deviation`` is the current one. ``change`` is how the rating changed in the last seven days, in points;
    None without a game. ``latest`` has the ratings after the last games, the oldest first. ``games`` counts
    those in the leaderboard's period. ``streak`` counts wins in a row, or, below 0, losses.
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
class LeaderboardPage:
    """A page of a leaderboard (the first is 0), and whether another one follows.

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
    """A page of the ladder (the first is 0), whether another one follows, and the reader's line, if any."""

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

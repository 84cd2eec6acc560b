"""What counts: ratings, leaderboards, profiles, badges, and finished games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final, Generic, Self, TypeVar

from bot.values.glicko import NEW
from bot.values.players import Place, Player
from engine import Accuracy, Color, Reason, Ruleset

Line = TypeVar("Line")
Shown = TypeVar("Shown")

OPENING_MOVES: Final = 4
"""How many of the first moves of a game no one is judged for.

On a board this empty, no one can tell what a move is worth, so calling it a mistake would be of no use.
"""


ANY_LEVEL = 0
"""The opponent that stands for all levels of the computer."""


class Result(StrEnum):
    """How a game ended for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which games of a history to list; None means all. ``opponent`` is an id, or ``ANY_LEVEL``."""

    opponent: int | None = None
    ruleset: Ruleset | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """How a game changed a player's rating, in points, and the deviation after it."""

    player_id: int
    before: float
    after: float
    deviation: float

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating means little, even after the game."""
        return self.deviation >= PROVISIONAL_DEVIATION


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in the history of ``player``.

    ``opponent_rating`` is the opponent's when it began, and ``change`` how it changed the player's, or None.
    """

    number: int
    place: Place
    player: Player
    opponent: Player
    ruleset: Ruleset
    result: Result
    reason: Reason
    plies: int
    finished_at: datetime
    opponent_rating: "ShownRating | None"
    change: RatingChange | None


PROVISIONAL_DEVIATION: Final = 110.0
"""With at least this deviation, too little is known about a player for their rating to mean much."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people see it: in whole ``points``, and whether it's ``provisional``."""

    points: int
    provisional: bool

    @classmethod
    def of(cls, rating: float, *, deviation: float) -> Self:
        """Return what people see of a rating and its deviation, both in points."""
        return cls(round(rating), deviation >= PROVISIONAL_DEVIATION)


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player seems to be. A ``provisional`` rating doesn't say much yet."""

    rating: float
    provisional: bool

    @classmethod
    def of(cls, rating: float | None, *, established_until: datetime | None, now: datetime) -> Self:
        """Return it, given a rating and until when it's established; None without a rated game."""
        provisional = established_until is None or established_until <= now
        return cls(NEW.rating if rating is None else rating, provisional)

    @property
    def shown(self) -> ShownRating:
        """Return what people see of it."""
        return ShownRating(round(self.rating), self.provisional)

    @property
    def order(self) -> tuple[bool, float]:
        """Return what people are sorted by: first established ratings, then higher ones.

        Those who are equal stay in the order in which they joined, because sorting keeps it.
        """
        return self.provisional, -self.rating


@dataclass(frozen=True, slots=True)
class Stakes:
    """How many points a rated game would change a player's rating by if they win, or if they lose."""

    won: int
    lost: int


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
        return self.won + self.lost + self.drawn

    def __add__(self, other: "Score") -> "Score":
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)


NO_GAMES: Final = Score(0, 0, 0)


class Period(StrEnum):
    """How recently players must have played to be on a leaderboard, and which games it counts."""

    ALL = "all"
    MONTH = "month"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class LeaderboardChoice:
    """A leaderboard of rated players: of a server, or of all servers if ``guild_id`` is None."""

    guild_id: int | None
    ruleset: Ruleset
    period: Period = Period.ALL


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
class Rung:
    """A line of the computer's ladder: the highest level that a player has beaten, and how often."""

    rank: int
    player: Player
    level: int
    wins: int


@dataclass(frozen=True, slots=True)
class Guesser:
    """A line of a month's guessers, of whose ``total`` guesses ``right`` were right. Equals share a rank."""

    rank: int
    player: Player
    right: int
    total: int


@dataclass(frozen=True, slots=True)
class RankedPage(Generic[Line]):
    """A page of a leaderboard of any kind (the first is 0), and whether another one follows.

    ``own`` is the reader's line, on this page or not; None if they aren't listed. ``is_started`` is False for
    the leaderboard of a season if none is running.
    """

    page: int
    lines: tuple[Line, ...]
    more: bool
    own: Line | None
    is_started: bool = True

    def showing(self, show: Callable[[Line], Shown]) -> "RankedPage[Shown]":
        """Return the page with what ``show`` makes of each line."""
        own = None if self.own is None else show(self.own)
        return RankedPage(self.page, tuple(map(show, self.lines)), self.more, own, self.is_started)


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


@dataclass(frozen=True, slots=True)
class RatedMoment:
    """A rating after a game, with its deviation, both in points, and when the game ended."""

    rating: float
    deviation: float
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class BestWin:
    """The win against the highest-rated opponent, with their rating before it; the game and its message."""

    opponent: Player
    rating: float
    game: int
    place: Place
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in one ruleset, and how it came about.

    ``deviation`` is the current one. ``rank`` begins at 1; it's None for a player who isn't listed among
    those with a rank. ``streak`` counts wins in a row, or, below 0, losses; ``best_streak`` is the most wins
    in a row. ``history`` has the ratings after games, the oldest first; if there are many, only some of them.
    """

    rating: float
    deviation: float
    rank: int | None
    games: int
    streak: int
    best_streak: int
    best_win: BestWin | None
    history: tuple[RatedMoment, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A player's finished games against people, of one ruleset: by color, and why they were won or lost.

    Where there are no games, there is no entry.
    """

    by_color: Mapping[Color, Score]
    by_reason: Mapping[Reason, Score]

    def score(self, color: Color) -> Score:
        return self.by_color.get(color, NO_GAMES)


FEWEST_RELIABLE: Final = 10
"""With fewer games, nothing can be said of how reliable someone is."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many games against people someone has finished, and how many of them they've lost on time."""

    finished: int
    late: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's figures in a server, or for all their games, for one ruleset.

    ``standing`` is None without a rated game. ``by_ruleset`` has every ruleset in which they have finished
    games. ``accuracy`` is that of reviewed games. ``puzzles`` counts solved puzzles, and ``level`` is the
    computer's highest level that they have beaten without help, in any ruleset. ``cups`` and
    ``nights`` count what they've won, and ``champion_of`` has the rulesets whose league in the server they
    have won last.
    """

    player: Player
    ruleset: Ruleset
    standing: Standing | None
    record: Record
    by_ruleset: Mapping[Ruleset, Score]
    accuracy: Accuracy
    puzzles: int
    level: int | None
    cups: int = 0
    nights: int = 0
    champion_of: tuple[Ruleset, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """A finished game between two players, with their names at the time, and its message.

    ``winner`` is None after a draw.
    """

    game: int
    place: Place
    message_id: int | None
    white: Player
    black: Player
    winner: Player | None
    ruleset: Ruleset
    reason: Reason
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Versus:
    """The score of a player against another, and their latest games, the last one first.

    Where there are no games, there is no entry.
    """

    by_color: Mapping[Color, Score]
    by_ruleset: Mapping[Ruleset, Score]
    latest: tuple[Meeting, ...]

    @property
    def score(self) -> Score:
        return sum(self.by_color.values(), NO_GAMES)


DAYS_FOR_FREEZE: Final = 7
"""How many solved days earn a freeze."""

MOST_FREEZES: Final = 2
"""Maximum number of freezes that someone has."""


@dataclass(frozen=True, slots=True)
class DailyStreak:
    """How many puzzles or games of the day in a row someone has solved or played, and the freezes they have.

    >>> DailyStreak(20, freezes=2).after_missing(1).after_solving(days=21, first_try=True)
    DailyStreak(length=21, freezes=2)
    >>> DailyStreak(20, freezes=2).after_missing(3)
    DailyStreak(length=0, freezes=0)
    """

    length: int = 0
    freezes: int = 0

    def after_missing(self, days: int) -> Self:
        """Return the streak after days with a puzzle that went unsolved. Each of them uses a freeze.

        Without enough of them, the streak is over. If there's no streak to keep, no freeze is used.
        """
        if not self.length:
            return self
        return type(self)(self.length, self.freezes - days) if days <= self.freezes else type(self)()

    def after_solving(self, *, days: int, first_try: bool) -> Self:
        """Return the streak after a solved day. ``days`` is how many they've solved, in a row or not."""
        earned = days % DAYS_FOR_FREEZE == 0
        return type(self)(self.length + first_try, min(self.freezes + earned, MOST_FREEZES))


NO_STREAK: Final = DailyStreak()


def streaks_over(days: Sequence[date]) -> list[DailyStreak]:
    """Return the streak after each of the days on which someone played the game of the day."""
    streaks = list[DailyStreak]()
    for number, day in enumerate(days, start=1):
        streak = streaks[-1].after_missing((day - days[number - 2]).days - 1) if streaks else NO_STREAK
        streaks.append(streak.after_solving(days=number, first_try=True))
    return streaks

"""Players' profiles, and the scores between two players."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.matches.values.standings import NO_GAMES, Score
from engine import Accuracy, Color, Reason, Ruleset


@dataclass(frozen=True, slots=True)
class RatedMoment:
    """A rating after a game, with its deviation, both in points."""

    rating: float
    deviation: float


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
        """Return the score with one color."""
        return self.by_color.get(color, NO_GAMES)


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's figures in a server, or for all their games, for one ruleset.

    ``standing`` is None without a rated game. ``by_ruleset`` has every ruleset in which they have finished
    games. ``accuracy`` is that of reviewed games. ``puzzles`` counts solved puzzles, and ``level`` is the
    computer's highest level that they have beaten without help, in any ruleset.
    """

    player: Player
    ruleset: Ruleset
    standing: Standing | None
    record: Record
    by_ruleset: Mapping[Ruleset, Score]
    accuracy: Accuracy
    puzzles: int
    level: int | None


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
        """The score of all games."""
        return sum(self.by_color.values(), NO_GAMES)

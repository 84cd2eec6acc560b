"""The badges, and the rules by which they're earned, with the evidence that a rule looks at.

A rule sees one piece of evidence at a time: a finished game as one of its players sees it, the review of a
game, a solved puzzle, a solved puzzle of the day, or a game of the day. A badge without a rule is given for
something else.
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from bot.values.players import LEVELS
from engine import Color, Reason, Ruleset, Start


class Badge(StrEnum):
    """The badges, in the order they're listed. Each has the name of its icon in ``render``."""

    LESSON = "lesson"
    FIRST_GAME = "first-game"
    FIRST_WIN = "first-win"
    BLACK_WIN = "black-win"
    TOWER_WIN = "tower-win"
    POINTS_WIN = "points-win"
    QUICK_WIN = "quick-win"
    FAIR_PLAY = "fair-play"
    DRAW_HELD = "draw-held"
    TEN_OPPONENTS = "ten-opponents"
    ALL_RULESETS = "all-rulesets"
    COMEBACK = "comeback"
    PERFECT_GAME = "perfect-game"
    LEVEL_1 = "level-1"
    LEVEL_3 = "level-3"
    LEVEL_5 = "level-5"
    LEVEL_8 = "level-8"
    PUZZLE_WEEK = "puzzle-week"
    PUZZLE_MONTH = "puzzle-month"
    PERFECT_DAY = "perfect-day"
    DAY_WEEK = "day-week"
    FIFTY_PUZZLES = "fifty-puzzles"
    ALL_PUZZLES = "all-puzzles"
    SEASON_GOLD = "season-gold"
    SEASON_SILVER = "season-silver"
    SEASON_BRONZE = "season-bronze"
    CUP_GOLD = "cup-gold"
    CUP_SILVER = "cup-silver"
    CUP_BRONZE = "cup-bronze"
    GOOD_VOTES = "good-votes"
    NIGHT_WIN = "night-win"


CUP_MEDALS: Final = {1: Badge.CUP_GOLD, 2: Badge.CUP_SILVER, 3: Badge.CUP_BRONZE}
"""The badges for the first places of a cup."""


@dataclass(frozen=True, slots=True)
class EarnedBadge:
    """A badge that one of a game's players earned with it."""

    player_id: int
    badge: Badge


@dataclass(frozen=True, slots=True)
class HeldBadge:
    """A badge that someone has, and since when."""

    badge: Badge
    earned_at: datetime


def in_order(white_id: int, earned: Iterable[EarnedBadge]) -> tuple[EarnedBadge, ...]:
    """Return the badges earned with a game: White's first, each player's in the order they're listed."""
    listed = list(Badge)
    return tuple(sorted(earned, key=lambda one: (one.player_id != white_id, listed.index(one.badge))))


MANY_OPPONENTS: Final = 10
"""One badge takes this many different opponents."""

MANY_VOTES: Final = 10
"""One badge takes this many votes in a game, none of which gave anything away."""

_QUICK: Final = 12
_FEWEST_DECISIONS: Final = 5
_OFTEN_LOST: Final = 3
_MANY_PUZZLES: Final = 50
_MOST_PUZZLES: Final = 300
"""A fixed number, not a share of all puzzles: no one should lose a badge because puzzles are added."""
_WEEK, _MONTH = 7, 30
_POINTS: Final = (Reason.COUNT_3, Reason.COUNT_2, Reason.COUNT_1)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that counts, as one of its players sees it.

    ``is_helped`` says whether the player had a hint, or anyone a takeback, or if it's a game of the day.
    ``opponents`` is how many people the player has finished such games with, including this one, if it's the
    first with its opponent, and otherwise 0. ``rulesets`` is the number of rulesets they have beaten people
    in, if this is their first such win in its ruleset, and otherwise 0. Adjudicated wins are left out of
    that.
    """

    game_id: int
    player_id: int
    opponent_id: int
    color: Color
    winner: Color | None
    reason: Reason
    ruleset: Ruleset
    start: Start
    plies: int
    is_helped: bool
    finished_at: datetime
    opponents: int = 0
    rulesets: int = 0

    @property
    def level(self) -> int | None:
        """Return the computer's level, or None against a person."""
        return self.opponent_id if self.opponent_id in LEVELS else None

    @property
    def is_won(self) -> bool:
        """Return whether the player won, no matter against whom."""
        return self.winner is self.color

    @property
    def is_won_against_person(self) -> bool:
        return self.is_won and self.level is None


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What a complete review says about one player of a game that counts.

    ``decisions`` is how many of their moves could have been mistakes, ``mistakes`` is how many were, and
    ``lost_turns`` is how often it was their turn in a lost position.
    """

    game: PlayedGame
    decisions: int
    mistakes: int
    lost_turns: int


@dataclass(frozen=True, slots=True)
class SolvedPuzzle:
    """A puzzle that a player just solved, and how many they've now solved."""

    solved: int


@dataclass(frozen=True, slots=True)
class SolvedDay:
    """A server's puzzle of the day that a player just solved, and how many in a row that makes."""

    streak: int


@dataclass(frozen=True, slots=True)
class JudgedDay:
    """A player's game of the day, whether every move kept the value, and how many in a row that makes."""

    is_perfect: bool
    streak: int


Evidence = PlayedGame | ReviewedGame | SolvedPuzzle | SolvedDay | JudgedDay
E = TypeVar("E", PlayedGame, ReviewedGame, SolvedPuzzle, SolvedDay, JudgedDay)


@dataclass(frozen=True, slots=True)
class Rule(Generic[E]):
    """Evidence of this ``kind`` earns the ``badge`` if it meets the ``condition``."""

    badge: Badge
    kind: type[E]
    condition: Callable[[E], bool]


def _won(badge: Badge, condition: Callable[[PlayedGame], bool]) -> Rule[PlayedGame]:
    """Return a badge for beating a person in a game that meets the condition."""
    return Rule(badge, PlayedGame, lambda game: game.is_won_against_person and condition(game))


def _beaten(badge: Badge, level: int) -> Rule[PlayedGame]:
    """Return a badge for beating the computer at a level, or a higher one, without help."""
    return Rule(
        badge, PlayedGame, lambda game: game.is_won and not game.is_helped and (game.level or 0) >= level
    )


RULES: Final[tuple[Rule[Any], ...]] = (
    Rule(Badge.FIRST_GAME, PlayedGame, lambda game: game.level is None and game.opponents == 1),
    Rule(Badge.FIRST_WIN, PlayedGame, lambda game: game.is_won_against_person),
    _won(Badge.BLACK_WIN, lambda game: game.color is Color.BLACK),
    _won(Badge.TOWER_WIN, lambda game: game.reason is Reason.THREE_TOWERS),
    _won(Badge.POINTS_WIN, lambda game: game.reason in _POINTS),
    _won(Badge.QUICK_WIN, lambda game: game.reason.from_rules and game.plies < _QUICK),
    _won(Badge.FAIR_PLAY, lambda game: game.start.is_fair),
    Rule(Badge.DRAW_HELD, PlayedGame, lambda game: game.level is None and game.reason is Reason.DRAW),
    Rule(Badge.TEN_OPPONENTS, PlayedGame, lambda game: game.opponents >= MANY_OPPONENTS),
    Rule(Badge.ALL_RULESETS, PlayedGame, lambda game: game.rulesets == len(Ruleset)),
    _beaten(Badge.LEVEL_1, 1),
    _beaten(Badge.LEVEL_3, 3),
    _beaten(Badge.LEVEL_5, 5),
    _beaten(Badge.LEVEL_8, 8),
    Rule(
        Badge.COMEBACK,
        ReviewedGame,
        lambda review: (
            review.game.is_won_against_person
            and not review.game.is_helped
            and review.lost_turns >= _OFTEN_LOST
        ),
    ),
    Rule(
        Badge.PERFECT_GAME,
        ReviewedGame,
        lambda review: (
            review.game.level is None
            and review.game.winner is not review.game.color.opponent
            and not review.game.is_helped
            and review.decisions >= _FEWEST_DECISIONS
            and not review.mistakes
        ),
    ),
    Rule(Badge.FIFTY_PUZZLES, SolvedPuzzle, lambda puzzle: puzzle.solved >= _MANY_PUZZLES),
    Rule(Badge.ALL_PUZZLES, SolvedPuzzle, lambda puzzle: puzzle.solved >= _MOST_PUZZLES),
    Rule(Badge.PUZZLE_WEEK, SolvedDay, lambda day: day.streak >= _WEEK),
    Rule(Badge.PUZZLE_MONTH, SolvedDay, lambda day: day.streak >= _MONTH),
    Rule(Badge.PERFECT_DAY, JudgedDay, lambda day: day.is_perfect),
    Rule(Badge.DAY_WEEK, JudgedDay, lambda day: day.streak >= _WEEK),
)


def badges_for(*kinds: type[Evidence]) -> frozenset[Badge]:
    """Return the badges that evidence of these kinds can earn."""
    return frozenset(rule.badge for rule in RULES if rule.kind in kinds)


def earned_by(evidence: Evidence) -> AbstractSet[Badge]:
    """Return the badges that a piece of evidence earns. Whoever didn't play to the end earns none."""
    game = evidence.game if isinstance(evidence, ReviewedGame) else evidence
    if isinstance(game, PlayedGame) and game.reason is Reason.ADJUDICATION:
        return frozenset()
    return {rule.badge for rule in RULES if isinstance(evidence, rule.kind) and rule.condition(evidence)}

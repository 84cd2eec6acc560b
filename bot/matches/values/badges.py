"""Badges: what they're called in the database, and who earned them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Badge(StrEnum):
    """The badges, in the order they're listed. ``standings.badge_rules`` says how they're earned.

    Each has the name of its icon in ``render``.
    """

    LESSON = "lesson"
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
    FIFTY_PUZZLES = "fifty-puzzles"
    ALL_PUZZLES = "all-puzzles"
    SEASON_GOLD = "season-gold"
    SEASON_SILVER = "season-silver"
    SEASON_BRONZE = "season-bronze"


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

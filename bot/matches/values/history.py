"""A player's finished games, as their history lists them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.matches.values.standings import RatingChange
from bot.store.review.history import DRAWN, LOST, WON
from engine import Reason, Ruleset

ANY_LEVEL = 0
"""The opponent that stands for all levels of the computer."""


class Result(StrEnum):
    """How a game ended for one of its players."""

    WON = WON
    DRAWN = DRAWN
    LOST = LOST


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which games of a history to list; None means all. ``opponent`` is an id, or ``ANY_LEVEL``."""

    opponent: int | None = None
    ruleset: Ruleset | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in the history of ``player``. ``change`` is the change in their rating, or None."""

    number: int
    place: Place
    player: Player
    opponent: Player
    ruleset: Ruleset
    result: Result
    reason: Reason
    plies: int
    finished_at: datetime
    change: RatingChange | None

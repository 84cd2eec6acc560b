"""What's true of every event: how far it is, why people leave it, and its games."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from bot.values.standings import Strength

DAY: Final = 24 * 3600

LENGTHS: Final = (14, 21, 28, 42)
"""The numbers of days that an event, or a stage of it, can last."""

NO_SHOW_GRACE: Final = timedelta(days=1)
"""How much time people have for their very first move, in addition to the time per move."""

POSTPONEMENT: Final = timedelta(days=1)
"""How much longer an event waits, once, if not enough people have joined."""

REPLAY: Final = 3
"""An annulled game is played again if one of so many parts of the time is left."""

DRAWN_EVERY: Final = timedelta(minutes=1)
"""How often a card is edited at most."""

REPEATABLE: Final = timedelta(minutes=1)
"""How long Discord surely notices that a message is a repetition."""


class EventStatus(StrEnum):
    """How far an event is: people can join, it's played, it has ended, or it was called off."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELED = "canceled"


class Leaving(StrEnum):
    """Why someone isn't in a running event anymore.

    They wanted to leave, a moderator removed them, they never moved, or they deleted their data.
    """

    LEFT = "left"
    REMOVED = "removed"
    NO_SHOW = "no_show"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class EventGame:
    """A planned game between the people with these ids.

    ``second`` says whether it's the second game of the two. ``game`` is its number once it has begun, and
    ``score`` is White's: 1, 0.5 or 0, or None while it isn't decided. If it's ``struck``, it counts for no
    one; if it's ``adjudicated``, it was still running at the end; if it's ``forfeited``, it counts as lost
    for the one who left.
    """

    white: int
    black: int
    second: bool = False
    number: int | None = None
    score: float | None = None
    struck: bool = False
    adjudicated: bool = False
    forfeited: bool = False

    @property
    def players(self) -> tuple[int, int]:
        """Return the ids of White and Black."""
        return self.white, self.black

    @property
    def is_planned(self) -> bool:
        return self.number is None and not self.is_settled

    @property
    def is_running(self) -> bool:
        """Return whether it has begun, and the event waits for its result."""
        return self.number is not None and not self.is_settled

    @property
    def is_settled(self) -> bool:
        """Return whether the event doesn't wait for it anymore."""
        return self.struck or self.score is not None

    @property
    def counts(self) -> bool:
        return self.score is not None and not self.struck

    def is_open_to(self, number: int) -> bool:
        """Return whether it's this game, whose ending or annulment still changes anything."""
        return self.number == number and not self.struck and not self.forfeited

    def with_result(self, score: float, *, white: int | None, adjudicated: bool) -> Self:
        """Return it with White's points; ``white`` is who that was in the end, if they may have swapped."""
        players = (self.black, self.white) if white == self.black else self.players
        return replace(self, white=players[0], black=players[1], score=score, adjudicated=adjudicated)

    def annulled(self, *, again: bool) -> Self:
        """Return it without its result: to be played ``again``, or struck."""
        return type(self)(self.white, self.black, second=self.second) if again else replace(self, struck=True)

    def lost_by(self, player_id: int) -> Self:
        """Return it as lost for one of its players, who has left."""
        return replace(self, score=0.0 if self.white == player_id else 1.0, forfeited=True)

    def opponent_of(self, player_id: int) -> int:
        return self.black if player_id == self.white else self.white

    def score_of(self, player_id: int) -> float:
        """Return the points of one of its players; 0 while it isn't decided."""
        if self.score is None:
            return 0
        return self.score if player_id == self.white else 1 - self.score


def strength_order(strength: Strength) -> tuple[bool, float]:
    """Return what people are sorted by: established ratings come before provisional ones, then higher ones.

    Those who are equal stay in the order in which they joined, because sorting keeps it.
    """
    return strength.provisional, -strength.rating


def may_call(called_at: datetime | None, now: datetime) -> bool:
    """Return whether mentioning everyone at the start doesn't risk that someone is mentioned twice.

    ``called_at`` is when a process began to do so, if one did.
    """
    return called_at is None or now - called_at <= REPEATABLE

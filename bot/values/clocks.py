"""How long players may think, and what comes due when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

SHORTEST = 60
"""Shortest time per move in seconds: a minute."""

LONGEST = 14 * 24 * 3600
"""Longest time per move in seconds: 14 days."""

USUAL = 3 * 24 * 3600
"""Default time per move in seconds: 3 days."""

NO_CLOCK = 0
"""What's stored if someone chose to have no clock. None is stored if no one chose."""

TOTALS = range(60, 3 * 3600 + 1)
"""The total times that a player can have for a whole game, in seconds: a minute to three hours."""

INCREMENTS = range(181)
"""What each move can add to a total time, in seconds."""

LONGEST_LIVE = 3600
"""Up to this time per move, in seconds, a game ends as soon as time runs out."""

CLAIM_TIME = timedelta(days=7)
"""How long the waiting player can choose what happens after time runs out in a longer game."""

REMINDER_HOURS = (24, 12, 6, 1)
"""How many hours before a deadline players can be reminded."""


class DueKind(StrEnum):
    """What comes due.

    DEADLINE: the player to move runs out of time. CLAIM: their opponent's choice after that expires.
    REMINDER: the player to move is reminded. VACATION: a player's vacation is over. CHALLENGE: a challenge
    that no one answered is closed. NOTIFICATION: people who have to know about a change to the game haven't
    been told yet. LISTING: an older version wanted to ask something; nothing is left to do. RESULT: a cup
    doesn't know yet how one of its games ended, or the card of a simul may not show one of its games as it
    is. UNKNOWN: a newer version of the bot has stored it.
    """

    DEADLINE = "deadline"
    CLAIM = "claim"
    REMINDER = "reminder"
    VACATION = "vacation"
    CHALLENGE = "challenge"
    NOTIFICATION = "call"
    LISTING = "listing"
    RESULT = "result"
    UNKNOWN = "unknown"

    @classmethod
    def _missing_(cls, value: object) -> Self:
        del value
        return cls.UNKNOWN


CLOCK_KINDS = (DueKind.DEADLINE, DueKind.CLAIM, DueKind.REMINDER)
"""What comes due because a game has a clock."""

GIVEN_BACK = (*CLOCK_KINDS, DueKind.CHALLENGE)
"""What any time during which no one could play is added to."""

TURN_KINDS = (DueKind.DEADLINE, DueKind.REMINDER)
"""What a vacation of the player to move puts off."""


@dataclass(frozen=True, slots=True)
class TotalTime:
    """The time of each player for a whole game, and what each of their moves adds to it, in seconds."""

    seconds: int
    increment: int = 0

    @property
    def is_fit(self) -> bool:
        """Return whether a game can have it."""
        return self.seconds in TOTALS and self.increment in INCREMENTS


def whole_milliseconds(time: timedelta) -> timedelta:
    """Return a time as it's stored: without what's left of a millisecond."""
    return time - time % timedelta(milliseconds=1)


def is_fit(seconds: int) -> bool:
    """Return whether a game can have this time per move."""
    return SHORTEST <= seconds <= LONGEST


def is_live(seconds: int) -> bool:
    """Return whether a game with this time per move ends as soon as time runs out."""
    return seconds <= LONGEST_LIVE


def deadline(now: datetime, seconds: int, *, vacation_end: datetime | None) -> datetime:
    """Return when a turn that begins now runs out of time, given when the player's vacation, if any, ends."""
    begins = now if vacation_end is None else max(now, vacation_end)
    return begins + timedelta(seconds=seconds)


def next_reminder(
    deadline: datetime, seconds: int, hours: Iterable[int], *, after: datetime
) -> datetime | None:
    """Return the first moment after ``after`` at which to remind a player of ``deadline``, or None.

    ``hours`` says how many hours before the deadline they want to be reminded. Moments in the
    first half of the time per move are left out: the turn itself was reminder enough.
    """
    moments = [deadline - timedelta(hours=each) for each in hours if 2 * 3600 * each <= seconds]
    return min((moment for moment in moments if moment > after), default=None)


@dataclass(frozen=True, slots=True)
class Due:
    """Something of a ``kind`` that came due ``at`` an instant.

    ``about`` is the number of the game or of the challenge, or the id of the player on vacation. If the kind
    is unknown, it means nothing. ``id`` and ``at`` identify what's stored, which changes once it's put off or
    done.
    """

    id: int
    kind: DueKind
    at: datetime
    about: int


TOLD_TOGETHER = {DueKind.REMINDER: timedelta(minutes=15), DueKind.NOTIFICATION: timedelta(minutes=1)}
"""How long before its time a person is told something along with other things of its kind."""

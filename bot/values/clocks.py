"""How long players may think, what comes due when, and in which hours someone isn't told of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Self
from zoneinfo import ZoneInfo

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

SHORTEST_WITH_WEEKENDS = 24 * 3600
"""Shortest time per move, in seconds, with which clocks can rest on weekends: a day."""

_A_MONDAY: Final = datetime(2024, 1, 1, tzinfo=UTC)
_WEEK: Final = timedelta(days=7)
_WEEKDAYS: Final = timedelta(days=5)

LONGEST_LIVE = 3600
"""Up to this time per move, in seconds, a game ends as soon as time runs out."""

FIRST_MOVE = timedelta(minutes=1)
"""How long players have for their first move in an event where each has a total time."""

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
    is. MORNING: the quiet hours are over in which a player's game ended. UNKNOWN: a newer version of the bot
    has stored it.
    """

    DEADLINE = "deadline"
    CLAIM = "claim"
    REMINDER = "reminder"
    VACATION = "vacation"
    CHALLENGE = "challenge"
    NOTIFICATION = "call"
    LISTING = "listing"
    RESULT = "result"
    MORNING = "morning"
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


def deadline(
    now: datetime, seconds: int, *, vacation_end: datetime | None, weekends_off: bool = False
) -> datetime:
    """Return when a turn that begins now runs out of time, given when the player's vacation, if any, ends.

    With ``weekends_off``, its clock rests from Saturday to Monday (UTC).
    """
    begins = now if vacation_end is None else max(now, vacation_end)
    time = timedelta(seconds=seconds)
    return _after_weekdays(_weekdays_until(begins) + time) if weekends_off else begins + time


def put_off(deadline: datetime, by: timedelta, *, since: datetime) -> datetime:
    """Return a deadline that leaves as many weekdays after ``since + by`` as it did after ``since``.

    The clock rests on weekends, and the deadline is later than ``since``.
    """
    left = _weekdays_until(deadline) - _weekdays_until(since)
    return _after_weekdays(_weekdays_until(since + by) + left)


def _weekdays_until(instant: datetime) -> timedelta:
    """Return the time since a Monday long ago, without weekends."""
    weeks, rest = divmod(instant - _A_MONDAY, _WEEK)
    return weeks * _WEEKDAYS + min(rest, _WEEKDAYS)


def _after_weekdays(time: timedelta) -> datetime:
    """Return when so much time without weekends is over: at the end of a Friday, not of a Sunday."""
    weeks = -(-time // _WEEKDAYS) - 1
    return _A_MONDAY + weeks * _WEEK + (time - weeks * _WEEKDAYS)


_ZONES: Final = """
America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage Pacific/Honolulu
Europe/Berlin Europe/London Europe/Athens Europe/Moscow America/Sao_Paulo Asia/Tokyo Australia/Sydney
Europe/Paris Europe/Warsaw Europe/Madrid Europe/Rome Europe/Amsterdam Europe/Brussels Europe/Vienna
Europe/Zurich Europe/Stockholm Europe/Oslo Europe/Copenhagen Europe/Prague Europe/Budapest Europe/Belgrade
Africa/Algiers Africa/Lagos Africa/Casablanca Europe/Dublin Europe/Lisbon Africa/Accra Atlantic/Reykjavik
Europe/Helsinki Europe/Kyiv Europe/Bucharest Europe/Chisinau Asia/Jerusalem Asia/Beirut Africa/Cairo
Africa/Johannesburg Africa/Khartoum Europe/Istanbul Europe/Minsk Asia/Riyadh Africa/Nairobi Asia/Dubai
Asia/Tbilisi Asia/Karachi Asia/Tashkent Asia/Almaty Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Ho_Chi_Minh
Asia/Shanghai Asia/Singapore Asia/Manila Australia/Perth Asia/Seoul Asia/Chita Australia/Brisbane
Asia/Vladivostok Pacific/Auckland Pacific/Fiji Pacific/Guadalcanal Asia/Magadan Asia/Kamchatka America/Toronto
America/Bogota America/Lima America/Havana America/Mexico_City America/Guatemala America/Winnipeg
America/Phoenix America/Edmonton America/Vancouver America/Tijuana America/Halifax America/Caracas
America/La_Paz America/Puerto_Rico America/Santiago America/Argentina/Buenos_Aires America/Montevideo
America/Nuuk America/Miquelon America/Noronha Atlantic/Azores Atlantic/Cape_Verde Pacific/Easter America/Adak
Pacific/Tahiti Pacific/Gambier Pacific/Pitcairn Pacific/Pago_Pago Pacific/Apia Pacific/Kiritimati
Pacific/Norfolk Antarctica/Troll Asia/Kolkata Asia/Tehran Asia/Kabul Asia/Kathmandu Asia/Yangon
Australia/Adelaide Australia/Darwin America/St_Johns Australia/Eucla Australia/Lord_Howe Pacific/Chatham
Pacific/Marquesas
"""
ZONES: Final = tuple(_ZONES.split())
"""Time zones as their database names them, at least one of each kind that there is.

Where several have the same time, the first is the one that most people who play here may mean; those that
don't differ from UTC by whole hours come last.
"""

USUAL_END: Final = 8
"""The hour at which quiet hours are over, if nothing else was chosen."""


def local_time(zone: str, at: datetime) -> datetime:
    """Return an instant as clocks in a time zone show it."""
    return at.astimezone(ZoneInfo(zone))


def zones_by_hour(now: datetime) -> Mapping[int, Sequence[str]]:
    """Return where it's which hour now, by the hours of a day in order, the likeliest first."""
    found: dict[int, list[str]] = {hour: [] for hour in range(24)}
    for zone in ZONES:
        found[local_time(zone, now).hour].append(zone)
    return found


def is_quiet(hour: Any, start: Any, end: Any) -> Any:
    """Return whether an hour is in the quiet ones, which may go past midnight: of numbers, or of columns.

    If they end when they start, there are none.
    """
    return (hour - start + 24) % 24 < (end - start + 24) % 24


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When someone doesn't want to be told anything: the hours of their day in a time zone.

    Without a time zone, or without a start, that's never.
    """

    time_zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int = USUAL_END

    def end_after(self, moment: datetime) -> datetime | None:
        """Return when the quiet hours that a moment is in are over; None if it's in none.

        Daylight saving time can make them shorter or longer.
        """
        if self.time_zone is None or self.quiet_from is None:
            return None
        local = local_time(self.time_zone, moment)
        if not is_quiet(local.hour, self.quiet_from, self.quiet_until):
            return None
        end = local.replace(hour=self.quiet_until, minute=0, second=0, microsecond=0)
        if self.quiet_until <= local.hour:
            end += timedelta(days=1)
        over = end.astimezone(UTC)
        # Where clocks skip the only hours that aren't quiet, they go on.
        return self.end_after(over) or over


NO_QUIET_HOURS: Final = QuietHours()


def next_reminder(
    deadline: datetime,
    seconds: int,
    hours: Iterable[int],
    quiet: QuietHours = NO_QUIET_HOURS,
    *,
    after: datetime,
) -> datetime | None:
    """Return the first moment after ``after`` at which to remind a player of ``deadline``, or None.

    ``hours`` says how many hours before the deadline they want to be reminded. Moments in the
    first half of the time per move are left out: the turn itself was reminder enough. Those in ``quiet``
    hours come when these are over, except for the last one, with which a later one would only repeat it.
    """
    *others, last = sorted(
        deadline - timedelta(hours=each) for each in hours if 2 * 3600 * each <= seconds
    ) or [after]
    held = [quiet.end_after(moment) or moment for moment in others]
    return min((moment for moment in [*held, last] if after < moment <= last), default=None)


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

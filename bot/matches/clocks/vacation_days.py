"""Computes vacations: each player has 14 days a year, and part of a day counts as a whole day.

A vacation's days begin at its start and every 24 hours after it. A day counts in the year (in UTC) that it
begins in. All datetimes are aware.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

DAYS_A_YEAR = 14

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Vacation:
    """A player's vacation: past, present, or future."""

    number: int
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class VacationBook:
    """A player's vacation days as they stand now.

    ``current`` is the vacation they're on, ``left`` is the number of days left this year, and ``most`` is the
    longest vacation, in days, that could start now.
    """

    current: Vacation | None
    left: int
    most: int


def end_of(starts_at: datetime, days: int) -> datetime:
    """Return when a vacation of this many days ends."""
    return starts_at + days * _DAY


def year_begins(now: datetime) -> datetime:
    """Return the first moment of the year of ``now``."""
    return datetime(now.astimezone(UTC).year, 1, 1, tzinfo=UTC)


def days_by_year(vacations: Iterable[Vacation]) -> Counter[int]:
    """Return how many days of each year these vacations have used. A vacation uses at least one."""
    return Counter(year for vacation in vacations for year in _years(vacation))


def days_left(now: datetime, vacations: Iterable[Vacation]) -> int:
    """Return how many days are left this year after these vacations."""
    return DAYS_A_YEAR - days_by_year(vacations)[now.astimezone(UTC).year]


def most_days(now: datetime, vacations: Iterable[Vacation]) -> int:
    """Return the longest vacation in days that can start now, after these; at most ``DAYS_A_YEAR``."""
    taken = days_by_year(vacations)
    days = 0
    while days < DAYS_A_YEAR and taken[year := _year_of_day(now, days)] < DAYS_A_YEAR:
        taken[year] += 1
        days += 1
    return days


def _years(vacation: Vacation) -> list[int]:
    begun = max(1, -((vacation.starts_at - vacation.ends_at) // _DAY))
    return [_year_of_day(vacation.starts_at, day) for day in range(begun)]


def _year_of_day(starts_at: datetime, day: int) -> int:
    return (starts_at + day * _DAY).astimezone(UTC).year

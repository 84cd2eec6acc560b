"""The reckoning of vacations: each player has 14 days a year, counted in whole days begun.

A vacation's days begin at its start and every 24 hours after. A day counts in the year, by UTC, in which it
begins. All instants are aware.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

DAYS_A_YEAR = 14

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation of one player, in the past or not."""

    number: int
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class VacationBook:
    """A player's vacation days as they stand.

    ``current`` is the vacation that he is on, ``left`` the days of this year that are left, and ``most`` the
    days that a vacation could have that begins now.
    """

    current: Vacation | None
    left: int
    most: int


def end_of(starts_at: datetime, days: int) -> datetime:
    """When a vacation of so many days ends."""
    return starts_at + days * _DAY


def year_begins(now: datetime) -> datetime:
    """The first instant of the year of ``now``."""
    return datetime(now.astimezone(UTC).year, 1, 1, tzinfo=UTC)


def days_by_year(vacations: Iterable[Vacation]) -> Counter[int]:
    """How many days of each year these vacations have taken. A vacation takes at least one."""
    return Counter(year for vacation in vacations for year in _years(vacation))


def days_left(now: datetime, vacations: Iterable[Vacation]) -> int:
    """How many days of the present year are left, after these vacations."""
    return DAYS_A_YEAR - days_by_year(vacations)[now.astimezone(UTC).year]


def most_days(now: datetime, vacations: Iterable[Vacation]) -> int:
    """The longest vacation in days that may begin now, after these; at most ``DAYS_A_YEAR``."""
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

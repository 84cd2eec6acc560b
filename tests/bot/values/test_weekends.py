"""Clocks that rest on weekends, hour by hour."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.clocks import LONGEST, SHORTEST_WITH_WEEKENDS, deadline, put_off

pytestmark = pytest.mark.quick

HOUR = timedelta(hours=1)
HOURS = LONGEST // 3600
SATURDAY = 5
BEGINNING = datetime(2026, 2, 1, tzinfo=UTC)
INSTANTS = st.integers(0, 24 * 60).map(lambda hours: BEGINNING + hours * HOUR)
TIMES = st.integers(SHORTEST_WITH_WEEKENDS // 3600, HOURS)


def run(begins: datetime, ends: datetime) -> int:
    """Return how many hours a clock runs that rests on weekends."""
    hours = range(int((ends - begins) / HOUR))
    return sum((begins + hour * HOUR).weekday() < SATURDAY for hour in hours)


@given(now=INSTANTS, hours=TIMES, vacation=st.none() | INSTANTS)
def test_time_does_not_run_on_weekends_and_is_over_on_a_weekday(
    now: datetime, hours: int, vacation: datetime | None
) -> None:
    ends = deadline(now, hours * 3600, vacation_end=vacation, weekends_off=True)
    assert run(max(now, vacation or now), ends) == hours
    assert (ends - HOUR).weekday() < SATURDAY


@given(began=INSTANTS, hours=TIMES, used=st.integers(0, 20 * 24), away=st.integers(0, 30 * 24))
def test_what_is_put_off_leaves_as_much_time_and_can_be_taken_back(
    began: datetime, hours: int, used: int, away: int
) -> None:
    ends = deadline(began, hours * 3600, vacation_end=None, weekends_off=True)
    since = began + used * HOUR
    if since < ends:
        later = put_off(ends, away * HOUR, since=since)
        assert run(since + away * HOUR, later) == run(since, ends)
        assert put_off(later, -away * HOUR, since=since + away * HOUR) == ends

"""The computation of deadlines and reminders."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values import clocks
from bot.values.clocks import REMINDER_HOURS

pytestmark = pytest.mark.quick

HOUR = timedelta(hours=1)

instants = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - the zone is given beside
times = st.integers(clocks.SHORTEST, clocks.LONGEST)
choices = st.sets(st.sampled_from(REMINDER_HOURS))


def test_a_time_per_move_is_from_a_minute_to_fourteen_days() -> None:
    fit = {seconds: clocks.is_fit(seconds) for seconds in (0, 59, 60, 14 * 86400, 14 * 86400 + 60)}
    assert [seconds for seconds in fit if fit[seconds]] == [60, 14 * 86400]


def test_with_up_to_an_hour_per_move_the_game_ends_when_time_runs_out() -> None:
    assert clocks.is_live(3600)
    assert not clocks.is_live(3660)


@given(instants, times, st.none() | instants)
def test_a_player_always_gets_the_full_time_and_a_vacation_never_shortens_it(
    now: datetime, seconds: int, vacation_end: datetime | None
) -> None:
    deadline = clocks.deadline(now, seconds, vacation_end=vacation_end)
    assert deadline >= clocks.deadline(now, seconds, vacation_end=None) == now + timedelta(seconds=seconds)
    if vacation_end is not None:
        assert deadline - vacation_end >= timedelta(seconds=seconds)


@given(instants, times, choices)
def test_each_chosen_reminder_comes_at_most_once_per_turn_and_before_the_deadline(
    now: datetime, seconds: int, hours: set[int]
) -> None:
    deadline = clocks.deadline(now, seconds, vacation_end=None)
    moments, after = [], now
    while (moment := clocks.next_reminder(deadline, seconds, hours, after=after)) is not None:
        moments.append(moment)
        after = moment
    assert len(moments) == len(set(moments)) <= len(hours)
    assert all(now < moment < deadline for moment in moments)
    assert {(deadline - moment) / HOUR for moment in moments} <= hours

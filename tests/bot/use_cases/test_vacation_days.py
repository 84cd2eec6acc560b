"""The computation of vacation days."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.use_cases.clocks.vacations import (
    DAYS_A_YEAR,
    Vacation,
    days_by_year,
    days_left,
    end_in_event,
    end_of,
    most_days,
    year_begins,
)

pytestmark = pytest.mark.quick

DAY = timedelta(days=1)


def vacation(start: datetime, length: timedelta) -> Vacation:
    return Vacation(1, start, start + length)


def at(month: int, day: int, year: int = 2026, hour: int = 12) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def test_part_of_a_day_counts_as_a_whole_day() -> None:
    for length, days in ((timedelta(), 1), (DAY, 1), (DAY + timedelta(seconds=1), 2), (3 * DAY, 3)):
        assert days_by_year([vacation(at(5, 1), length)]) == {2026: days}


def test_every_day_counts_in_the_year_it_begins_in() -> None:
    assert days_by_year([vacation(at(12, 30), 5 * DAY)]) == {2026: 2, 2027: 3}


def test_a_new_year_brings_new_days() -> None:
    taken = [vacation(at(6, 1), 14 * DAY)]
    assert (days_left(at(12, 20), taken), most_days(at(12, 20), taken)) == (0, 0)
    assert (days_left(at(1, 1, 2027, 0), taken), most_days(at(1, 1, 2027, 0), taken)) == (14, 14)


def test_a_vacation_over_new_year_uses_the_days_of_both_years() -> None:
    taken = [vacation(at(6, 1), 12 * DAY)]
    assert days_left(at(12, 30), taken) == 2
    assert most_days(at(12, 30), taken) == DAYS_A_YEAR
    assert most_days(at(12, 20), taken) == 2


def test_a_year_begins_at_midnight_in_utc() -> None:
    east = datetime(2027, 1, 1, 3, tzinfo=datetime.strptime("+0500", "%z").tzinfo)
    assert year_begins(east) == at(1, 1, 2026, 0)


@pytest.mark.parametrize(
    ("days", "earlier", "counting"),
    [
        (5, [], 5),
        (7, [], 7),
        (9, [], 7),
        (9, [(2, 3)], 4),
        (3, [(2, 3)], 3),
        (3, [(2, 3), (10, 4)], 0),
        (3, [(2, 9)], 0),
        # Before the first game in the cup, nothing counts.
        (9, [(-5, 5)], 7),
        (9, [(-5, 7)], 5),
    ],
)
def test_so_many_days_of_vacation_count_in_a_cup(
    days: int, earlier: list[tuple[int, int]], counting: int
) -> None:
    since, now = at(5, 10), at(6, 1)
    taken = [vacation(since + start * DAY, length * DAY) for start, length in earlier]
    assert end_in_event(vacation(now, days * DAY), taken, since) == now + counting * DAY


def test_of_a_vacation_before_the_first_game_in_a_cup_only_the_rest_counts() -> None:
    away, since = vacation(at(5, 1), 14 * DAY), at(5, 3)
    assert end_in_event(away, [away], since) == since + 7 * DAY
    later = vacation(at(5, 5), 10 * DAY)
    assert end_in_event(later, [away], since) == later.starts_at + 5 * DAY


steps = st.tuples(st.timedeltas(timedelta(), 60 * DAY), st.integers(1, 20), st.floats(0, 1, allow_nan=False))


@given(st.lists(steps, max_size=25))
def test_no_one_is_ever_away_for_more_days_than_they_have_in_a_year(
    conditional_moves: list[tuple[timedelta, int, float]],
) -> None:
    now = at(1, 1, 2026, 0)
    taken: list[Vacation] = []
    for pause, wanted, used in conditional_moves:
        now += pause
        days = min(wanted, most_days(now, taken))
        assert 0 <= days <= DAYS_A_YEAR
        if days == 0:
            continue
        end = now + used * (end_of(now, days) - now)
        taken.append(Vacation(len(taken), now, end))
        now = end
        assert max(days_by_year(taken).values()) <= DAYS_A_YEAR
        assert 0 <= days_left(now, taken) <= DAYS_A_YEAR

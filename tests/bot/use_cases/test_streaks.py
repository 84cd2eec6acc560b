"""The rule of streaks and freezes, against one that goes through the days."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.standings import DailyStreak

pytestmark = pytest.mark.quick


def by_days(days: Sequence[int]) -> tuple[int, int]:
    """Return the streak and freezes after days that took this many tries, or went unsolved: 0."""
    streak = freezes = solved = 0
    for tries in days:
        if tries:
            solved += 1
            streak += tries == 1
            freezes = min(2, freezes + (solved % 7 == 0))
        elif streak and freezes:
            freezes -= 1
        elif streak:
            streak = 0
    return streak, freezes


@given(st.lists(st.sampled_from((0, 0, 1, 1, 1, 1, 2)), max_size=60))
def test_a_streak_is_that_of_going_through_the_days(days: Sequence[int]) -> None:
    streak, solved, missed = DailyStreak(), 0, 0
    for tries in days:
        if tries:
            solved += 1
            streak = streak.after_missing(missed).after_solving(days=solved, first_try=tries == 1)
        missed = 0 if tries else missed + 1
    streak = streak.after_missing(missed)
    assert (streak.length, streak.freezes) == by_days(days)

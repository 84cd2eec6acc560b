"""Durations as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale import words_for
from bot.matches.clocks.durations import parse_duration
from bot.matches.values.clocks import LONGEST
from bot.ui.text.clocks import duration_name


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5m", 300),
        ("90 minutes", 5400),
        ("2d 12h", 216000),
        ("1 day, 1 hour 1 min", 90060),
        (" 3 Days ", 259200),
        ("2d12h", 216000),
    ],
)
def test_days_hours_and_minutes_are_understood(text: str, seconds: int) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "5", "m", "5x", "5m!", "-5m", "5.5h", "9" * 5000 + "m", "٣d"])
def test_anything_else_is_no_span_of_time(text: str) -> None:
    assert parse_duration(text) is None


@given(st.integers(1, LONGEST // 60))
def test_the_name_of_a_span_says_the_same_span(minutes: int) -> None:
    assert parse_duration(duration_name(words_for("en-GB"), minutes * 60)) == minutes * 60

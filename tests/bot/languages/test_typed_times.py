"""Times as people type them, in their own language and in English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.options import read_time, read_total
from bot.locale import ENGLISH, languages, words_for
from bot.ui.text.status import clock_name, duration_name
from bot.values.clocks import INCREMENTS, LONGEST, NO_CLOCK, TOTALS, TotalTime

pytestmark = pytest.mark.quick

DAY, HOUR, MINUTE = 24 * 3600, 3600, 60


def seconds(text: str, language: str = ENGLISH) -> int | None:
    return read_time(text, [words_for(language), words_for(ENGLISH)])


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "5m", 5 * MINUTE),
        ("en", "90 minutes", 90 * MINUTE),
        ("en", "1 day, 1 hour 1 min", DAY + HOUR + MINUTE),
        ("en", " 3 Days ", 3 * DAY),
        ("en", "2d12h", 2 * DAY + 12 * HOUR),
        ("en", "2 days and 12 hours", 2 * DAY + 12 * HOUR),
        ("en", "None", NO_CLOCK),
        ("fr", "2j 12h", 2 * DAY + 12 * HOUR),
        ("fr", "2 jours et 12 heures", 2 * DAY + 12 * HOUR),
        ("fr", "2d 12h", 2 * DAY + 12 * HOUR),
        ("fr", "aucun", NO_CLOCK),
        ("pl", "2 dni 12 godz.", 2 * DAY + 12 * HOUR),
        ("pl", "1 dzien i 5 minut", DAY + 5 * MINUTE),
        ("pl", "brak", NO_CLOCK),
        ("pl", "none", NO_CLOCK),
    ],
)
def test_times_are_understood_in_ones_language_and_in_english(language: str, text: str, meant: int) -> None:
    assert seconds(text, language) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "5", "m", "0m", "5x", "m5", "5m!", "-5m", "5.5h", "5 none", "5 and"),
        *("9" * 5000 + "m", "٣d", "2j"),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    assert seconds(text) is None


@given(st.sampled_from(languages()), st.integers(1, LONGEST // MINUTE))
def test_the_name_of_a_time_can_be_typed(language: str, minutes: int) -> None:
    typed = duration_name(words_for(language), minutes * MINUTE)
    assert seconds(typed, language) == minutes * MINUTE


@pytest.mark.parametrize("language", languages())
def test_the_name_for_no_clock_can_be_typed(language: str) -> None:
    assert seconds(clock_name(words_for(language), None), language) == NO_CLOCK


@given(
    st.sampled_from(languages()),
    st.integers(1, TOTALS[-1] // MINUTE),
    st.sampled_from(INCREMENTS),
)
def test_the_name_of_a_total_time_can_be_typed(language: str, minutes: int, increment: int) -> None:
    total = TotalTime(minutes * MINUTE, increment)
    spoken = [words_for(language), words_for(ENGLISH)]
    for typed in (clock_name(words_for(language), None, total), f"{minutes}+{increment}"):
        assert read_total(typed, spoken) == total
        assert read_time(typed, spoken) is None


@pytest.mark.parametrize("text", ["", "+", "10", "10+", "+5", "10+5+1", "10m", "a+b", "10+5m", "1.5+2"])
def test_anything_else_is_no_total_time(text: str) -> None:
    assert read_total(text, [words_for(ENGLISH)]) is None

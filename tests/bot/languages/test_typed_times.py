"""Times as people type them, in their own language and in English."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.options import read_date, read_time, read_total
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


NOW = datetime(2026, 3, 4, 12, tzinfo=ZoneInfo("Europe/Warsaw"))
"""A Wednesday."""


def instant(text: str, language: str = ENGLISH) -> str | None:
    """Return the instant in UTC that a text means in Warsaw, in short."""
    found = read_date(text, [words_for(language), words_for(ENGLISH)], NOW)
    return None if found is None else f"{found:%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "tomorrow 20:00", "03-05 19:00"),
        ("en", "Friday 8pm", "03-06 19:00"),
        ("en", "on Fri at 8:30 p.m.", "03-06 19:30"),
        ("en", "2026-12-01 20:00", "12-01 19:00"),
        ("en", "2026-07-01T20:00", "07-01 18:00"),
        ("en", "today 12am", "03-03 23:00"),
        ("en", "20:00", "03-04 19:00"),
        ("en", "wednesday 13:00", "03-04 12:00"),
        ("en", "wednesday 12:00", "03-11 11:00"),
        # Until then, daylight saving time begins.
        ("en", "2026-03-29 20:00", "03-29 18:00"),
        ("fr", "demain à 20h30", "03-05 19:30"),
        ("fr", "aujourd'hui 20 h", "03-04 19:00"),
        ("fr", "Friday 8pm", "03-06 19:00"),
        ("pl", "w piątek o 20:00", "03-06 19:00"),
        ("pl", "jutro 8:05", "03-05 07:05"),
        ("pl", "sroda 13:00", "03-04 12:00"),
    ],
)
def test_a_day_and_a_time_are_understood_in_ones_time_zone(language: str, text: str, meant: str) -> None:
    assert instant(text, language) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "8", "friday", "2026-12-01", "24:00", "13pm", "0am", "20:60", "2026-02-30 20:00"),
        *("someday 20:00", "friday tomorrow 20:00", "1 december 20:00", "9999-12-31 23:00:00", "3.12"),
        *("0001-01-01 00:00", "9" * 5000, "friday " * 2000 + "20:00"),
    ],
)
def test_what_is_no_day_with_a_time_is_not_guessed(text: str) -> None:
    assert instant(text) is None

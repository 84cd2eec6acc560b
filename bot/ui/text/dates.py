"""Dates where Discord's timestamps don't work, such as on pictures."""

from datetime import UTC, datetime

from bot.locale import Words


def date_text(words: Words, instant: datetime) -> str:
    """Return the date of an instant in UTC.

    >>> from bot.locale import words_for
    >>> date_text(words_for("en"), datetime(2026, 11, 25, tzinfo=UTC))
    'Nov 25, 2026'
    """
    day = instant.astimezone(UTC)
    # Translators: a date, such as "Nov 25, 2026".
    return words.say("{month} {day}, {year}", month=_month(words, day.month), day=day.day, year=day.year)


def _month(words: Words, number: int) -> str:
    names = [
        # Translators: months in dates, as short as usual.
        words.label("month in a date", "Jan"),
        words.label("month in a date", "Feb"),
        words.label("month in a date", "Mar"),
        words.label("month in a date", "Apr"),
        words.label("month in a date", "May"),
        words.label("month in a date", "Jun"),
        words.label("month in a date", "Jul"),
        words.label("month in a date", "Aug"),
        words.label("month in a date", "Sep"),
        words.label("month in a date", "Oct"),
        words.label("month in a date", "Nov"),
        words.label("month in a date", "Dec"),
    ]
    return names[number - 1]

"""Dates where Discord's timestamps don't work, such as on pictures."""

from datetime import UTC, datetime
from gettext import NullTranslations


def date_text(words: NullTranslations, instant: datetime) -> str:
    """Return the date of an instant in UTC.

    >>> date_text(NullTranslations(), datetime(2026, 11, 25, tzinfo=UTC))
    'Nov 25, 2026'
    """
    day = instant.astimezone(UTC)
    # Translators: a date, such as "Nov 25, 2026".
    pattern = words.gettext("{month} {day}, {year}")
    return pattern.format(month=_month(words, day.month), day=day.day, year=day.year)


def _month(words: NullTranslations, number: int) -> str:
    pgettext = words.pgettext
    names = [
        # Translators: months in dates, as short as usual.
        pgettext("month in a date", "Jan"),
        pgettext("month in a date", "Feb"),
        pgettext("month in a date", "Mar"),
        pgettext("month in a date", "Apr"),
        pgettext("month in a date", "May"),
        pgettext("month in a date", "Jun"),
        pgettext("month in a date", "Jul"),
        pgettext("month in a date", "Aug"),
        pgettext("month in a date", "Sep"),
        pgettext("month in a date", "Oct"),
        pgettext("month in a date", "Nov"),
        pgettext("month in a date", "Dec"),
    ]
    return names[number - 1]

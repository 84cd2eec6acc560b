"""Spans of time as people type them, such as ``90m`` or ``2d 12h``."""

import re

_SECONDS = {"d": 24 * 3600, "h": 3600, "m": 60}
_PART = r"(\d{1,6})\s*(d|days?|h|hours?|m|min|mins|minutes?)"
_TEXT = re.compile(rf"(?:{_PART}[\s,]*)+", re.ASCII | re.IGNORECASE)


def parse_duration(text: str) -> int | None:
    """Return the seconds in ``text``, given in days, hours and minutes; None if it isn't a duration.

    >>> parse_duration("2d 12h")
    216000
    >>> parse_duration("90 minutes")
    5400
    >>> parse_duration("soon") is None
    True
    """
    if not _TEXT.fullmatch(text.strip()):
        return None
    parts = re.findall(_PART, text, re.ASCII | re.IGNORECASE)
    return sum(int(number) * _SECONDS[unit[0].lower()] for number, unit in parts)

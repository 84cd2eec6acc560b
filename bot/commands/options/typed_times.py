"""Reads times that people type: ``90m``, ``2d 12h``, ``2 days and 12 hours``, or ``none``.

The words come from the catalogs: those of the person's language, and the English ones.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations

from bot.matches.values.clocks import NO_CLOCK
from bot.ui.text.words import bare

_TOKEN = re.compile(r"[0-9]{1,6}|[^\W\d_]+|[^\s,.]")
_NUMBER = re.compile(r"[0-9]+")
_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600
_JOINING = -1


def read_time(text: str, languages: Sequence[NullTranslations]) -> int | None:
    """Return the seconds that a text means in the words of these languages; None if it isn't a time.

    ``NO_CLOCK`` stands for words such as ``none``. Case and accents don't matter.
    """
    meanings = {word: meaning for words in languages for word, meaning in _vocabulary(words).items()}
    tokens = _TOKEN.findall(bare(text))
    if meanings.get(" ".join(tokens)) == NO_CLOCK:
        return NO_CLOCK
    rest = [token for token in tokens if meanings.get(token) != _JOINING]
    numbers, units = rest[::2], [meanings.get(word, NO_CLOCK) for word in rest[1::2]]
    if not rest or len(numbers) != len(units) or NO_CLOCK in units:
        return None
    if not all(map(_NUMBER.fullmatch, numbers)):
        return None
    # A time of zero isn't a time, and mustn't be mistaken for a game without a clock.
    return sum(int(number) * unit for number, unit in zip(numbers, units, strict=True)) or None


@lru_cache(maxsize=64)
def _vocabulary(words: NullTranslations) -> Mapping[str, int]:
    """What each word means: the seconds of a unit, ``NO_CLOCK``, or just a connection between two parts."""
    pgettext = words.pgettext
    # Translators: these are what people type for a time per move, such as "2d 12h": list all usual words and
    # abbreviations in all their forms, with commas between them and without periods. Capitals and accents
    # make no difference.
    listed = {
        _DAY: pgettext("typed time", "d, day, days"),
        _HOUR: pgettext("typed time", "h, hour, hours"),
        _MINUTE: pgettext("typed time", "m, min, mins, minute, minutes"),
        # Translators: what people type for a game without a clock.
        NO_CLOCK: pgettext("typed time", "none, no clock"),
        # Translators: what people may type between two parts of a time, as in "2 days and 12 hours".
        _JOINING: pgettext("typed time", "and"),
    }
    return {
        " ".join(bare(phrase).split()): meaning
        for meaning, phrases in listed.items()
        for phrase in phrases.split(",")
    }

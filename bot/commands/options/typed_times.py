"""The option for a time per move, which people choose or type: ``90m``, ``2 days and 12 hours``, ``none``.

The words come from the catalogs: those of the person's language, and the English ones.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import best_first, completion
from bot.locale import ENGLISH, words_for
from bot.matches.challenges.challenge_errors import UnfitClockError
from bot.matches.values.clocks import NO_CLOCK, is_fit
from bot.ui.context.context import Context
from bot.ui.text.status import time_per_move
from bot.ui.text.words import bare

_TOKEN = re.compile(r"[0-9]{1,6}|[^\W\d_]+|[^\s,.]")
_NUMBER = re.compile(r"[0-9]+")
_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600
_JOINING = -1

_NONE = "none"
_OFFERED = ("3d", "1d", "8h", "1h", "15m", "5m", "7d", "14d", _NONE)


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
    if len(numbers) != len(units) or NO_CLOCK in units or not all(map(_NUMBER.fullmatch, numbers)):
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


class ClockOption(app_commands.Transformer):
    """The time per move as it was chosen or typed. ``clock_seconds`` reads it."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Return the text as is, so that the command itself can answer one that makes no sense."""
        del interaction
        return str(value)

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        """Suggest common times, after what was typed if that's a different one."""
        return await _complete_clock(interaction, str(value))


@completion
async def _complete_clock(context: Context, current: str) -> list[Choice[str]]:
    words, typed = await context.read_words(), current.strip()
    found = best_first((Choice(name=_label(words, text), value=text) for text in _OFFERED), typed)
    seconds = _read(typed, words)
    if seconds is None:
        return found
    # What was typed may be too long for a choice.
    value = f"{seconds // 60}m" if seconds else _NONE
    meant = Choice(name=_label(words, value), value=value)
    return [meant, *(choice for choice in found if choice.name != meant.name)]


def clock_seconds(text: str, words: NullTranslations) -> int:
    """Read a time per move, in seconds; ``NO_CLOCK`` for a game without a clock.

    Raises:
        UnfitClockError: it isn't a time per move.
    """
    seconds = _read(text.strip(), words)
    if seconds is None:
        raise UnfitClockError(text.strip())
    return seconds


def _read(typed: str, words: NullTranslations) -> int | None:
    """Return the time per move that someone typed; None if no game can have it."""
    seconds = read_time(typed, [words, words_for(ENGLISH)])
    return seconds if seconds is not None and (seconds == NO_CLOCK or is_fit(seconds)) else None


def _label(words: NullTranslations, text: str) -> str:
    return time_per_move(words, read_time(text, [words_for(ENGLISH)]) or None)

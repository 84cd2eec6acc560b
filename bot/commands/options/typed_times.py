"""The option for a clock, which people choose or type.

It's a time per move, such as ``90m``, ``2 days and 12 hours`` or ``none``, or a total time with what each
move adds: ``10+5``, ``10 min + 5 s``.

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
from bot.matches.values.clocks import NO_CLOCK, TotalTime, is_fit
from bot.ui.context.context import Context
from bot.ui.text.status import clock_name
from bot.ui.text.words import bare

_TOKEN = re.compile(r"[0-9]{1,6}|[^\W\d_]+|[^\s,.]")
_NUMBER = re.compile(r"[0-9]+")
_SHORT_NUMBER = re.compile(r"[0-9]{1,6}")
_SECOND, _MINUTE, _HOUR, _DAY = 1, 60, 3600, 24 * 3600
_JOINING = -1

_NONE = "none"
_PLUS = "+"
_OFFERED = ("3d", "1d", "8h", "1h", "15m", "5m", "5+3", "10+5", "30+10", "7d", "14d", _NONE)


def read_time(text: str, languages: Sequence[NullTranslations]) -> int | None:
    """Return the seconds that a text means in the words of these languages; None if it isn't a time.

    ``NO_CLOCK`` stands for words such as ``none``. Case and accents don't matter.
    """
    meanings = _meanings(languages)
    tokens = _TOKEN.findall(bare(text))
    if meanings.get(" ".join(tokens)) == NO_CLOCK:
        return NO_CLOCK
    rest = [token for token in tokens if meanings.get(token) != _JOINING]
    numbers, units = rest[::2], [meanings.get(word, NO_CLOCK) for word in rest[1::2]]
    if len(numbers) != len(units) or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    if not {*units} <= {_MINUTE, _HOUR, _DAY}:
        return None
    # A time of zero isn't a time, and mustn't be mistaken for a game without a clock.
    return sum(int(number) * unit for number, unit in zip(numbers, units, strict=True)) or None


def read_total(text: str, languages: Sequence[NullTranslations]) -> TotalTime | None:
    """Return the total time that a text means; None if it isn't one.

    Without a unit, the time is in minutes, and what each move adds in seconds.
    """
    time, plus, added = bare(text).partition(_PLUS)
    seconds = int(time) * _MINUTE if _SHORT_NUMBER.fullmatch(time.strip()) else read_time(time, languages)
    number, *unit = _TOKEN.findall(added) or [""]
    known = not unit or (len(unit) == 1 and _meanings(languages).get(unit[0]) == _SECOND)
    if not plus or not seconds or not known or not _SHORT_NUMBER.fullmatch(number):
        return None
    return TotalTime(seconds, int(number))


def _meanings(languages: Sequence[NullTranslations]) -> Mapping[str, int]:
    return {word: meaning for words in languages for word, meaning in _vocabulary(words).items()}


@lru_cache(maxsize=64)
def _vocabulary(words: NullTranslations) -> Mapping[str, int]:
    """Return what each word means: the seconds of a unit, ``NO_CLOCK``, or a connection of two parts."""
    pgettext = words.pgettext
    # Translators: these are what people type for a time per move, such as "2d 12h": list all usual words and
    # abbreviations in all their forms, with commas between them and without periods. Capitals and accents
    # make no difference.
    listed = {
        _DAY: pgettext("typed time", "d, day, days"),
        _HOUR: pgettext("typed time", "h, hour, hours"),
        _MINUTE: pgettext("typed time", "m, min, mins, minute, minutes"),
        _SECOND: pgettext("typed time", "s, sec, secs, second, seconds"),
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
    """The clock as it was chosen or typed. ``typed_clock`` reads it."""

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
    english = words_for(ENGLISH)
    offered = [(text, _read(text, english)) for text in _OFFERED]
    found = best_first(
        (Choice(name=_label(words, clock), value=text) for text, clock in offered if clock is not None), typed
    )
    clock = _read(typed, words)
    if clock is None:
        return found
    # What was typed may be too long for a choice.
    meant = Choice(name=_label(words, clock), value=_shortest(clock))
    return [meant, *(choice for choice in found if choice.name != meant.name)]


def typed_clock(text: str, words: NullTranslations) -> int | TotalTime:
    """Read a time per move, in seconds, or a total time; ``NO_CLOCK`` for a game without a clock.

    Raises:
        UnfitClockError: it isn't one that a game can have.
    """
    clock = _read(text.strip(), words)
    if clock is None:
        raise UnfitClockError(text.strip())
    return clock


def _read(typed: str, words: NullTranslations) -> int | TotalTime | None:
    """Return the clock that someone typed; None if no game can have it."""
    languages = [words, words_for(ENGLISH)]
    total = read_total(typed, languages)
    if total is not None:
        return total if total.is_fit else None
    seconds = read_time(typed, languages)
    return seconds if seconds is not None and (seconds == NO_CLOCK or is_fit(seconds)) else None


def _shortest(clock: int | TotalTime) -> str:
    if isinstance(clock, TotalTime):
        return f"{clock.seconds // _MINUTE}{_PLUS}{clock.increment}"
    return f"{clock // _MINUTE}m" if clock else _NONE


def _label(words: NullTranslations, clock: int | TotalTime) -> str:
    return (
        clock_name(words, None, clock) if isinstance(clock, TotalTime) else clock_name(words, clock or None)
    )

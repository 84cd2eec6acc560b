"""The options for a clock and for when an event starts, which people choose or type.

A clock is a time per move, such as ``90m``, ``2 days and 12 hours`` or ``none``, or a total time with what
each move adds: ``10+5``, ``10 min + 5 s``. An event starts in a while, such as ``2d 12h``, or at a date and
time that Discord inserts for ``@time``.

The words come from the catalogs: those of the person's language, and the English ones.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import Complete, best_first, completion
from bot.locale import ENGLISH, Words, words_for
from bot.ui.context.context import Context
from bot.ui.context.context_errors import UnfitStartError
from bot.ui.text.status import clock_name, duration_name
from bot.ui.text.words import bare
from bot.values.challenge_errors import UnfitClockError
from bot.values.clocks import NO_CLOCK, TotalTime, is_fit

_TOKEN = re.compile(r"[0-9]{1,6}|[^\W\d_]+|[^\s,.]")
_NUMBER = re.compile(r"[0-9]+")
_SHORT_NUMBER = re.compile(r"[0-9]{1,6}")
_SECOND, _MINUTE, _HOUR, _DAY = 1, 60, 3600, 24 * 3600
_JOINING = -1

_NONE = "none"
_PLUS = "+"
_CLOCKS = ("3d", "1d", "8h", "1h", "15m", "5m", "5+3", "10+5", "30+10", "7d", "14d", _NONE)

_TIMESTAMP = re.compile(r"<t:([0-9]{1,11})(?::[tTdDfFsSR])?>")
_WAITS = ("1d", "2d", "3d", "5d", "7d", "14d")
_LONGEST_WAIT = 365 * _DAY
"""A longer time isn't worth a date that no calendar has."""

T = TypeVar("T")


def read_time(text: str, languages: Sequence[Words]) -> int | None:
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


def read_total(text: str, languages: Sequence[Words]) -> TotalTime | None:
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


def _meanings(languages: Sequence[Words]) -> Mapping[str, int]:
    return {word: meaning for words in languages for word, meaning in _vocabulary(words).items()}


@lru_cache(maxsize=64)
def _vocabulary(words: Words) -> Mapping[str, int]:
    """Return what each word means: the seconds of a unit, ``NO_CLOCK``, or a connection of two parts."""
    # Translators: these are what people type for a time per move, such as "2d 12h": list all usual words and
    # abbreviations in all their forms, with commas between them and without periods. Capitals and accents
    # make no difference.
    listed = {
        _DAY: words.label("typed time", "d, day, days"),
        _HOUR: words.label("typed time", "h, hour, hours"),
        _MINUTE: words.label("typed time", "m, min, mins, minute, minutes"),
        _SECOND: words.label("typed time", "s, sec, secs, second, seconds"),
        # Translators: what people type for a game without a clock.
        NO_CLOCK: words.label("typed time", "none, no clock"),
        # Translators: what people may type between two parts of a time, as in "2 days and 12 hours".
        _JOINING: words.label("typed time", "and"),
    }
    return {
        " ".join(bare(phrase).split()): meaning
        for meaning, phrases in listed.items()
        for phrase in phrases.split(",")
    }


def _suggesting(
    offered: Sequence[str],
    read: Callable[[str, Words], T | None],
    label: Callable[[Words, T], str],
    shortest: Callable[[T], str],
) -> Complete:
    """Suggest common times, after what was typed if that's a different one."""

    async def complete(context: Context, current: str) -> list[Choice[str]]:
        words, typed = await context.read_words(), current.strip()
        times = [(text, read(text, words_for(ENGLISH))) for text in offered]
        found = best_first(
            (Choice(name=label(words, time), value=text) for text, time in times if time is not None), typed
        )
        time = read(typed, words)
        if time is None:
            return found
        # What was typed may be too long for a choice.
        meant = Choice(name=label(words, time), value=shortest(time))
        return [meant, *(choice for choice in found if choice.name != meant.name)]

    return complete


class _TypedTime(app_commands.Transformer):
    """The time as it was chosen or typed, so that the command itself can answer one that makes no sense."""

    def __init__(self, suggesting: Complete) -> None:
        self._complete = completion(suggesting)

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        del interaction
        return str(value)

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        return await self._complete(interaction, str(value))


def typed_clock(text: str, words: Words) -> int | TotalTime:
    """Read a time per move, in seconds, or a total time; ``NO_CLOCK`` for a game without a clock."""
    clock = _read_clock(text.strip(), words)
    if clock is None:
        raise UnfitClockError(text.strip())
    return clock


def _read_clock(typed: str, words: Words) -> int | TotalTime | None:
    """Return the clock that someone typed; None if no game can have it."""
    languages = [words, words_for(ENGLISH)]
    total = read_total(typed, languages)
    if total is not None:
        return total if total.is_fit else None
    seconds = read_time(typed, languages)
    return seconds if seconds is not None and (seconds == NO_CLOCK or is_fit(seconds)) else None


def _shortest_clock(clock: int | TotalTime) -> str:
    if isinstance(clock, TotalTime):
        return f"{clock.seconds // _MINUTE}{_PLUS}{clock.increment}"
    return f"{clock // _MINUTE}m" if clock else _NONE


def _clock_label(words: Words, clock: int | TotalTime) -> str:
    return (
        clock_name(words, None, clock) if isinstance(clock, TotalTime) else clock_name(words, clock or None)
    )


def typed_start(text: str, words: Words) -> datetime | timedelta:
    """Read when an event starts: at an instant, or in a while."""
    typed = text.strip()
    if found := _TIMESTAMP.fullmatch(typed):
        return datetime.fromtimestamp(int(found[1]), UTC)
    seconds = _read_wait(typed, words)
    if seconds is None:
        raise UnfitStartError(typed)
    return timedelta(seconds=seconds)


def _read_wait(typed: str, words: Words) -> int | None:
    seconds = read_time(typed, [words, words_for(ENGLISH)])
    return seconds if seconds and seconds <= _LONGEST_WAIT else None


def _wait_label(words: Words, seconds: int) -> str:
    # Translators: when an event starts: {duration} is such as "2 days 12 hours".
    return words.say("in {duration}", duration=duration_name(words, seconds))


ClockOption = app_commands.Transform[
    str, _TypedTime(_suggesting(_CLOCKS, _read_clock, _clock_label, _shortest_clock))
]
StartTimeOption = app_commands.Transform[
    str, _TypedTime(_suggesting(_WAITS, _read_wait, _wait_label, lambda seconds: f"{seconds // _MINUTE}m"))
]

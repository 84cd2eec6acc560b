"""The option for choosing or typing the time per move."""

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import best_first, completion
from bot.commands.options.typed_times import read_time
from bot.locale import ENGLISH, words_for
from bot.matches.challenges.challenge_errors import UnfitClockError
from bot.matches.values.clocks import NO_CLOCK, is_fit
from bot.ui.context.context import Context
from bot.ui.text.status import time_per_move

_NONE = "none"
_OFFERED = ("3d", "1d", "8h", "1h", "15m", "5m", "7d", "14d", _NONE)


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
    words = await context.read_words()
    typed = current.strip()
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
    typed = text.strip()
    seconds = _read(typed, words)
    if seconds is None:
        raise UnfitClockError(typed)
    return seconds


def _read(typed: str, words: NullTranslations) -> int | None:
    """Return the time per move that someone typed; None if no game can have it."""
    seconds = read_time(typed, [words, words_for(ENGLISH)])
    return seconds if seconds is not None and (seconds == NO_CLOCK or is_fit(seconds)) else None


def _label(words: NullTranslations, text: str) -> str:
    return time_per_move(words, read_time(text, [words_for(ENGLISH)]) or None)

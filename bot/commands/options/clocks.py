"""The option for choosing or typing the time per move."""

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import best_first, completion
from bot.matches.challenges.errors import UnfitClockError
from bot.matches.clocks.durations import parse_duration
from bot.matches.values.clocks import NO_CLOCK, is_fit
from bot.ui.context.context import Context
from bot.ui.text.clocks import time_per_move

_NONE = "none"
_OFFERED = ("3d", "1d", "8h", "1h", "15m", "5m", "7d", "14d", _NONE)


class ClockOption(app_commands.Transformer):
    """The time per move as it was chosen or typed. ``clock_seconds`` reads it."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Return the text as it is, so that the command itself can answer one that makes no sense."""
        del interaction
        return str(value)

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        """Offer the usual times, after what was typed if that is a time of its own."""
        return await _complete_clock(interaction, str(value))


@completion
async def _complete_clock(context: Context, current: str) -> list[Choice[str]]:
    words = await context.read_words()
    typed = current.strip().casefold()
    found = best_first((Choice(name=_label(words, text), value=text) for text in _OFFERED), typed)
    seconds = parse_duration(typed)
    if seconds is None or not is_fit(seconds):
        return found
    # What was typed may be longer than a choice can be.
    meant = Choice(name=time_per_move(words, seconds), value=f"{seconds // 60}m")
    return [meant, *(choice for choice in found if choice.name != meant.name)]


def clock_seconds(text: str) -> int:
    """Read a time per move, in seconds; ``NO_CLOCK`` for a game without a clock.

    Raises:
        UnfitClockError: it isn't a time per move.
    """
    typed = text.strip()
    if typed.casefold() == _NONE:
        return NO_CLOCK
    seconds = parse_duration(typed)
    if seconds is None or not is_fit(seconds):
        raise UnfitClockError(typed)
    return seconds


def _label(words: NullTranslations, text: str) -> str:
    return time_per_move(words, parse_duration(text))

"""The option for when an event starts, which people choose or type.

It's a time from now, such as ``2d 12h``, or a date and time that Discord inserts for ``@time``.
"""

import re
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import best_first, completion
from bot.commands.options.typed_times import read_time
from bot.locale import ENGLISH, words_for
from bot.ui.context.context import Context
from bot.ui.context.context_errors import UnfitStartError
from bot.ui.text.status import duration_name

_TIMESTAMP = re.compile(r"<t:([0-9]{1,11})(?::[tTdDfFsSR])?>")
_DAY = 24 * 3600
_OFFERED = {f"{days}d": days * _DAY for days in (1, 2, 3, 5, 7, 14)}
_LONGEST = 365 * _DAY
"""A longer time isn't worth a date that no calendar has."""


class StartTimeOption(app_commands.Transformer):
    """The start as it was chosen or typed. ``typed_start`` reads it."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Return the text as is, so that the command itself can answer one that makes no sense."""
        del interaction
        return str(value)

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        """Suggest common times, after what was typed if that's a different one."""
        return await _complete_start(interaction, str(value))


def typed_start(text: str, words: NullTranslations) -> datetime | timedelta:
    """Read when an event starts: at an instant, or in a while.

    Raises:
        UnfitStartError: it's neither.
    """
    typed = text.strip()
    if found := _TIMESTAMP.fullmatch(typed):
        return datetime.fromtimestamp(int(found[1]), UTC)
    seconds = _read(typed, words)
    if seconds is None:
        raise UnfitStartError(typed)
    return timedelta(seconds=seconds)


@completion
async def _complete_start(context: Context, current: str) -> list[Choice[str]]:
    words, typed = await context.read_words(), current.strip()
    if _TIMESTAMP.fullmatch(typed):
        return []
    found = best_first(
        (Choice(name=_label(words, seconds), value=text) for text, seconds in _OFFERED.items()), typed
    )
    seconds = _read(typed, words)
    if seconds is None:
        return found
    # What was typed may be too long for a choice.
    meant = Choice(name=_label(words, seconds), value=f"{seconds // 60}m")
    return [meant, *(choice for choice in found if choice.name != meant.name)]


def _read(typed: str, words: NullTranslations) -> int | None:
    seconds = read_time(typed, [words, words_for(ENGLISH)])
    return seconds if seconds and seconds <= _LONGEST else None


def _label(words: NullTranslations, seconds: int) -> str:
    # Translators: when an event starts: {duration} is such as "2 days 12 hours".
    return words.gettext("in {duration}").format(duration=duration_name(words, seconds))

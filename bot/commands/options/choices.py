"""Command options that are chosen from a list."""

from collections.abc import Mapping
from enum import Enum
from functools import partial
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.localization.translator import written
from bot.commands.options.completion import best_first, completion
from bot.commands.options.typed_times import read_time
from bot.locale import ENGLISH, words_for
from bot.matches.challenges.challenge_errors import UnfitClockError
from bot.matches.values.challenges import ColorChoice
from bot.matches.values.clocks import NO_CLOCK, is_fit
from bot.matches.values.standings import Result
from bot.ui.context.context import Context
from bot.ui.text.status import time_per_move
from bot.ui.text.values import level_description, level_name
from engine import Difficulty, Level, Ruleset, Start

Chosen = TypeVar("Chosen", bound=Enum)


class EnumOption(app_commands.Transformer, Generic[Chosen]):
    """One member of an enum, chosen by the name that people see."""

    def __init__(self, enum: type[Chosen], names: Mapping[Chosen, str]) -> None:
        self._enum = enum
        self._names = names

    @property
    def choices(self) -> list[Choice[Any]]:
        """The choices that Discord offers."""
        return [Choice(name=name, value=member.value) for member, name in self._names.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Chosen:
        """Return the chosen member. A value that matches none is an error that the command tree answers."""
        del interaction
        return self._enum(value)


class LevelOption(app_commands.Transformer):
    """One of the computer's levels, chosen by its name and what it's like."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A number, so that it can be read as one."""
        return discord.AppCommandOptionType.integer

    @property
    def choices(self) -> list[Choice[Any]]:
        """The choices that Discord offers."""
        return [Choice(name=written(partial(_level_choice, level)), value=level.value) for level in Level]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Level:
        """Return the chosen level. Any other number is an error that the command tree answers."""
        del interaction
        return Level(value)


def _level_choice(level: Level, words: NullTranslations) -> str:
    return f"{level_name(words, level)}: {level_description(words, level)}"


RESULT = EnumOption(Result, {Result.WON: "wins", Result.DRAWN: "draws", Result.LOST: "losses"})
RULESET = EnumOption(
    Ruleset,
    {Ruleset.PYRGA: "Pyrga", Ruleset.CLASSIC: "Pyrga classic", Ruleset.PILOTIS: "Pilotis"},
)
DIFFICULTY = EnumOption(Difficulty, {difficulty: difficulty.value for difficulty in Difficulty})
COLOR = EnumOption(
    ColorChoice,
    {ColorChoice.RANDOM: "random", ColorChoice.WHITE: "White", ColorChoice.BLACK: "Black"},
)
START = EnumOption(
    Start,
    {
        Start.BALANCED: "balanced: a fair random first move",
        Start.SWAP: "swap: Black can take White's side",
        Start.PLAIN: "plain",
    },
)


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

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
from bot.matches.values.challenges import ColorChoice
from bot.matches.values.standings import Result
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

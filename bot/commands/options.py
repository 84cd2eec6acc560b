"""Options of commands that are chosen from a list."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.matches.values.challenges import ColourChoice, Start
from engine import Difficulty, Ruleset


class RulesetOption(app_commands.Transformer):
    """One of the rulesets."""

    @property
    def choices(self) -> list[Choice[Any]]:
        """What Discord offers."""
        return [
            Choice(name="Pyrga", value=Ruleset.PYRGA.value),
            Choice(name="Pyrga classic", value=Ruleset.CLASSIC.value),
            Choice(name="Pilotis", value=Ruleset.PILOTIS.value),
        ]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Ruleset:
        """The chosen ruleset; a value that is none is an error that the tree of commands answers."""
        del interaction
        return Ruleset(value)


class DifficultyOption(app_commands.Transformer):
    """How hard a puzzle is to be."""

    @property
    def choices(self) -> list[Choice[Any]]:
        """What Discord offers."""
        return [Choice(name=difficulty.value, value=difficulty.value) for difficulty in Difficulty]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Difficulty:
        """The chosen difficulty; a value that is none is an error that the tree of commands answers."""
        del interaction
        return Difficulty(value)


class ColourOption(app_commands.Transformer):
    """The colour that the challenger wants."""

    @property
    def choices(self) -> list[Choice[Any]]:
        """What Discord offers."""
        return [
            Choice(name="random", value=ColourChoice.RANDOM.value),
            Choice(name="White", value=ColourChoice.WHITE.value),
            Choice(name="Black", value=ColourChoice.BLACK.value),
        ]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> ColourChoice:
        """The chosen colour; a value that is none is an error that the tree of commands answers."""
        del interaction
        return ColourChoice(value)


class StartOption(app_commands.Transformer):
    """How the game starts."""

    @property
    def choices(self) -> list[Choice[Any]]:
        """What Discord offers."""
        return [
            Choice(name="balanced: a fair random first move", value=Start.BALANCED.value),
            Choice(name="swap: Black can take White's side", value=Start.SWAP.value),
            Choice(name="plain", value=Start.PLAIN.value),
        ]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Start:
        """The chosen start; a value that is none is an error that the tree of commands answers."""
        del interaction
        return Start(value)

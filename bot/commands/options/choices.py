"""Command options that are chosen from a list."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands.localization.translator import written
from bot.locale import Words
from bot.ui.searches import Reach
from bot.ui.text.values import level_description, level_name
from bot.values.challenges import ColorChoice
from bot.values.crowds import VotingWindow
from bot.values.searches.search import SearchClock
from bot.values.standings import Result
from engine import Difficulty, Level, Ruleset, Start


class EnumOption(app_commands.Transformer):
    """One member of an enum, chosen by the name that people see."""

    def __init__(self, names: Mapping[Any, str | locale_str]) -> None:
        self._names = names
        self._members = {member.value: member for member in names}

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return what Discord sends: a number, if that's what the members' values are."""
        numbers = all(isinstance(value, int) for value in self._members)
        return discord.AppCommandOptionType.integer if numbers else discord.AppCommandOptionType.string

    @property
    def choices(self) -> list[Choice[Any]]:
        return [Choice(name=name, value=member.value) for member, name in self._names.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """Return the chosen member. A value that games none is an error that the command tree answers."""
        del interaction
        return self._members[value]


def _level_choice(level: Level, words: Words) -> str:
    return f"{level_name(words, level)}: {level_description(words, level)}"


_RESULTS = {Result.WON: "wins", Result.DRAWN: "draws", Result.LOST: "losses"}
_RULESETS = {Ruleset.PYRGA: "Pyrga", Ruleset.CLASSIC: "Pyrga classic", Ruleset.PILOTIS: "Pilotis"}
_DIFFICULTIES = {difficulty: difficulty.value for difficulty in Difficulty}
LEVELS = {level: written(partial(_level_choice, level)) for level in Level}
_COLORS = {ColorChoice.RANDOM: "random", ColorChoice.WHITE: "White", ColorChoice.BLACK: "Black"}
_STARTS = {
    Start.BALANCED: "balanced: a fair random first move",
    Start.SWAP: "swap: Black can take White's side",
    Start.PLAIN: "plain",
    Start.ADVANTAGE: "advantage: the weaker player can win (casual)",
}

_CLOCKS = {
    SearchClock.MINUTES: "5 minutes per move",
    SearchClock.DAY: "1 day per move",
    SearchClock.THREE_DAYS: "3 days per move",
}
_WINDOWS = {
    VotingWindow.HOUR: "1 hour",
    VotingWindow.FOUR_HOURS: "4 hours",
    VotingWindow.HALF_DAY: "12 hours",
    VotingWindow.DAY: "24 hours",
}
_REACHES = {Reach.SERVER: "this server", Reach.EVERYWHERE: "everywhere"}

ResultOption = app_commands.Transform[Result, EnumOption(_RESULTS)]
RulesetOption = app_commands.Transform[Ruleset, EnumOption(_RULESETS)]
DifficultyOption = app_commands.Transform[Difficulty, EnumOption(_DIFFICULTIES)]
LevelOption = app_commands.Transform[Level, EnumOption(LEVELS)]
ColorOption = app_commands.Transform[ColorChoice, EnumOption(_COLORS)]
SearchClockOption = app_commands.Transform[SearchClock, EnumOption(_CLOCKS)]
ReachOption = app_commands.Transform[Reach, EnumOption(_REACHES)]
WindowOption = app_commands.Transform[VotingWindow, EnumOption(_WINDOWS)]
StartOption = app_commands.Transform[Start, EnumOption(_STARTS)]

"""Commands to learn and practice: lesson, rules, puzzles, analysis, training."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options import (
    MOST_CHOICES,
    DifficultyOption,
    RulesetOption,
    ThemeOption,
    completion,
    finished_game_choices,
)
from bot.ui.analysis import analyze_game, analyze_position, analyze_position_on, analyze_start
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.guide.help import rules_page, show_help
from bot.ui.guide.lesson import lesson_icons, lesson_step
from bot.ui.openings import show_openings
from bot.ui.puzzles.rush import show_rush
from bot.ui.puzzles.solving import offer_first_puzzle, show_puzzle
from bot.ui.puzzles.words import puzzle_label
from bot.ui.training import begin_training
from bot.values.errors import TwoSubjectsError
from bot.values.lines import Line
from engine import Position, Ruleset


@app_commands.command(description="Try moves for both sides, and see what each is worth")
@app_commands.describe(
    game="A finished game, such as 1234",
    position="The text of a position, as a shared position or a record has it",
    ruleset="The rules for an empty board (default: Pyrga)",
)
async def analyze(
    interaction: Interaction,
    game: str | None = None,
    position: str | None = None,
    ruleset: RulesetOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        if game is not None and position is not None:
            raise TwoSubjectsError
        if game is not None:
            await analyze_game(context, game)
        elif position is not None:
            await analyze_position(context, position)
        else:
            await analyze_start(context, ruleset or Ruleset.PYRGA)


async def analyze_message(interaction: Interaction, message: discord.Message) -> None:
    """Analyze the position on the message that was right-clicked."""
    async with Context.of(interaction) as context:
        await analyze_position_on(context, message)


analyze.autocomplete("game")(completion(finished_game_choices))


@app_commands.command(description="What the first moves are worth, and how people do with them")
@app_commands.describe(ruleset="The rules (default: Pyrga)")
async def explore(interaction: Interaction, ruleset: RulesetOption | None = None) -> None:
    async with Context.of(interaction) as context:
        await show_openings(context, Line(Position.start(ruleset or Ruleset.PYRGA)))


@app_commands.command(description="Win a won game against the perfect player, without a mistake")
@app_commands.describe(ruleset="The rules (default: Pyrga)")
async def train(interaction: Interaction, ruleset: RulesetOption | None = None) -> None:
    async with Context.of(interaction) as context:
        await begin_training(context, ruleset or Ruleset.PYRGA)


@app_commands.command(name="puzzle", description="Solve a puzzle: find the one right move")
@app_commands.describe(
    code="The code of a puzzle, such as e66p4",
    difficulty="How hard it is (default: one that fits your puzzle rating)",
    theme="What the right move is about, instead of a difficulty",
    ruleset="Which rules it has (default: this server's)",
)
async def give_puzzle(
    interaction: Interaction,
    code: str | None = None,
    difficulty: DifficultyOption | None = None,
    theme: ThemeOption | None = None,
    ruleset: RulesetOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        if code is None:
            await offer_first_puzzle(context, theme or difficulty, ruleset)
        else:
            await context.admit_extra()
            await show_puzzle(context, context.services.puzzles.find(code), theme or difficulty)


@give_puzzle.autocomplete("code")
@completion
async def _complete_code(context: Context, current: str) -> list[Choice[str]]:
    words = await context.read_words()
    found = await context.services.puzzles.suggest(current, MOST_CHOICES, player_id=context.user.id)
    return [Choice(name=puzzle_label(words, *each), value=each[0].number) for each in found]


@app_commands.command(description="Solve as many puzzles as you can in five minutes")
async def rush(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_rush(context)


@app_commands.command(name="lesson", description="Learn the game by playing, in eight short steps")
async def teach(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        theme = await context.theme()
        step = await lesson_step(context.words, 1, theme, lesson_icons(context))
        await context.reply.private(step)


@app_commands.command(name="rules", description="The rules, with pictures")
async def explain_rules(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        theme = await context.theme()
        await context.reply.private(await rules_page(context.words, 0, theme))


@app_commands.command(name="help", description="What the buttons and commands do")
async def help_(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_help(context)

"""``/pyrga puzzle``."""

from discord import app_commands

from bot.commands.options.choices import DIFFICULTY
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.puzzles.answer import offer_puzzle
from engine import Difficulty


@app_commands.command(name="puzzle", description="Solve a puzzle: find the one right move")
@app_commands.describe(difficulty="How hard it is (default: the easiest you haven't finished)")
async def give_puzzle(
    interaction: Interaction,
    difficulty: app_commands.Transform[Difficulty, DIFFICULTY] | None = None,
) -> None:
    """Show a puzzle privately."""
    async with Context.of(interaction) as context:
        await offer_puzzle(context, difficulty)

"""``/pyrga puzzle``."""

from discord import app_commands

from bot.commands.options import DIFFICULTY
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.puzzles.answer import offer_puzzle
from engine import Difficulty


@app_commands.command(name="puzzle", description="Solve a puzzle: find the one right move")
@app_commands.describe(difficulty="How hard it is (default: the easiest you haven't finished)")
async def give_puzzle(
    interaction: Interaction,
    difficulty: app_commands.Transform[Difficulty, DIFFICULTY] | None = None,
) -> None:
    """Show a puzzle in private."""
    async with Responder.of(interaction) as responder:
        await offer_puzzle(interaction, responder, difficulty)

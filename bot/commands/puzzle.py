"""``/pyrga puzzle``."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.choices import DIFFICULTY, RULESET
from bot.commands.options.completion import MOST_CHOICES, completion
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.puzzles.clicks import offer_first_puzzle, show_puzzle
from bot.ui.puzzles.words import puzzle_label
from engine import Difficulty, Ruleset


@app_commands.command(name="puzzle", description="Solve a puzzle: find the one right move")
@app_commands.describe(
    number="The number of a puzzle, such as e66p4",
    difficulty="How hard it is (default: one that fits your puzzle rating)",
    ruleset="Which rules it has (default: this server's)",
)
async def give_puzzle(
    interaction: Interaction,
    number: str | None = None,
    difficulty: app_commands.Transform[Difficulty, DIFFICULTY] | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
) -> None:
    """Show a puzzle privately."""
    async with Context.of(interaction) as context:
        if number is None:
            await offer_first_puzzle(context, difficulty, ruleset)
        else:
            await context.admit_extra()
            await show_puzzle(context, context.services.puzzles.find(number), difficulty)


@give_puzzle.autocomplete("number")
@completion
async def _complete_number(context: Context, current: str) -> list[Choice[str]]:
    words = await context.read_words()
    found = await context.services.puzzles.suggest(context.user.id, current, MOST_CHOICES)
    return [Choice(name=puzzle_label(words, *each), value=each[0].number) for each in found]

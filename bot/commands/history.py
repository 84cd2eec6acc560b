"""``/pyrga review``."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.completion import MOST_CHOICES, game_choices
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.review.answer import show_review


@app_commands.command(name="review", description="See how good each move of a finished game was")
@app_commands.describe(game="Which game, such as 3k9x (default: the last one you finished)")
async def review(interaction: Interaction, game: str | None = None) -> None:
    """Review the game privately."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_review(context, game)


@review.autocomplete("game")
async def _complete_finished_game(interaction: Interaction, current: str) -> list[Choice[str]]:
    context = Context.of(interaction)
    queries = context.services.game_queries
    guild_id, who = context.place.guild_id, context.user.id
    return await game_choices(context, await queries.finished(guild_id, who, limit=MOST_CHOICES), current)

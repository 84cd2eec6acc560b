"""``/pyrga review``."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.completion import MOST_CHOICES, game_choices
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of
from bot.ui.review.answer import show_review


@app_commands.command(name="review", description="See how good each move of a finished game was")
@app_commands.describe(game="Which game, such as 3k9x (default: the last one you finished)")
async def review(interaction: Interaction, game: str | None = None) -> None:
    """Review the game in private."""
    async with Responder.of(interaction) as responder:
        await interaction.client.intake.admit_extra()
        await show_review(interaction, responder, game)


@review.autocomplete("game")
async def _complete_finished_game(interaction: Interaction, current: str) -> list[Choice[str]]:
    lists = interaction.client.services.lists
    guild_id, who = place_of(interaction).guild_id, interaction.user.id
    return await game_choices(interaction, await lists.finished(guild_id, who, limit=MOST_CHOICES), current)

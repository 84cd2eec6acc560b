"""``/pyrga leaderboard``."""

from discord import app_commands

from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, guild_of
from bot.ui.standings.leaderboard import leaderboard


@app_commands.command(name="leaderboard", description="See this server's best players")
async def show_leaderboard(interaction: Interaction) -> None:
    """Show the leaderboard's first page in private."""
    async with Responder.of(interaction) as responder:
        await interaction.client.intake.admit_extra()
        lists = interaction.client.services.lists
        await responder.show(await leaderboard(responder.words, lists, guild_of(interaction), 0))

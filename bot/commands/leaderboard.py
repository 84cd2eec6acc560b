"""``/pyrga leaderboard``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.standings.leaderboard import leaderboard


@app_commands.command(name="leaderboard", description="See this server's best players")
async def show_leaderboard(interaction: Interaction) -> None:
    """Show the leaderboard's first page privately."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        standings = context.services.leaderboard
        await context.reply.private(await leaderboard(context.words, standings, context.guild_id, 0))

"""``/pyrga leaderboard``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.standings.leaderboard import best_players, shared_leaderboard, show_leaderboard


@app_commands.command(name="leaderboard", description="See the best players here, or everywhere")
@app_commands.describe(share="Post it in the channel instead of showing it only to you")
async def leaderboard(interaction: Interaction, share: bool = False) -> None:
    """Show the leaderboard's first page privately, or post it."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        view = await best_players(context)
        if share:
            await context.reply.public(await shared_leaderboard(context, view))
        else:
            await show_leaderboard(context, view)

"""``/pyrga-server season``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_may_manage
from bot.ui.standings.seasons import season_ended, season_started


@app_commands.command(name="start", description="Start a season of the leaderboard")
async def _start(interaction: Interaction) -> None:
    """Start the next season, and say so privately."""
    async with Context.of(interaction) as context:
        check_may_manage(context)
        season = await context.services.seasons.start(context.guild_id)
        await context.reply.private(season_started(context.words, season))


@app_commands.command(name="end", description="End the season, and announce the final leaderboard")
async def _end(interaction: Interaction) -> None:
    """End the season, and say so privately. A job announces it."""
    async with Context.of(interaction) as context:
        check_may_manage(context)
        season = await context.services.seasons.end(context.guild_id)
        await context.reply.private(await season_ended(context, season))


def season_group() -> app_commands.Group:
    """Create the group ``/pyrga-server season``."""
    group = app_commands.Group(name="season", description="Start and end seasons of the leaderboard")
    group.add_command(_start)
    group.add_command(_end)
    return group

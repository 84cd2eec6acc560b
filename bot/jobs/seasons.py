"""Ends and starts monthly seasons, and announces seasons that have ended."""

from functools import partial
from typing import Any

from discord.ext import tasks

from bot.jobs.leadership import leader_job
from bot.ui.context.client import ServingClient
from bot.ui.standings.seasons import announce_season

INTERVAL = 60.0
_BATCH = 20


def seasons_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    return leader_job(client, INTERVAL, partial(keep_seasons, client), "seasons failed")


async def keep_seasons(client: ServingClient) -> None:
    """End and start monthly seasons, and announce those that have ended."""
    await roll_over_seasons(client)
    await announce_seasons(client)


async def roll_over_seasons(client: ServingClient) -> None:
    """End the seasons of earlier months, and start those of this month."""
    seasons = client.services.seasons
    for guild_id in await seasons.due():
        await seasons.roll_over(guild_id)


async def announce_seasons(client: ServingClient) -> None:
    """Post the ends of seasons that haven't been announced yet. This stops if Discord can't be reached."""
    for end in await client.services.seasons.to_announce(_BATCH):
        if not await announce_season(client, end):
            return

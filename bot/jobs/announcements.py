"""Announces the results of games in the servers that want that."""

from functools import partial
from typing import Any

from discord.ext import tasks

from bot.jobs.leadership import leader_job
from bot.ui.context.client import ServingClient
from bot.ui.servers.announcements import announce

INTERVAL = 20.0
_BATCH = 20


def announcements_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    return leader_job(client, INTERVAL, partial(announce_results, client), "announcing results failed")


async def announce_results(client: ServingClient) -> None:
    """Post the results that haven't been announced yet. This stops if Discord can't be reached."""
    for announcement in await client.services.announcements.due(_BATCH):
        if not await announce(client, announcement):
            return

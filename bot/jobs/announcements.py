"""Announces the results of games in the servers that want that."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.context.client import ServingClient
from bot.ui.servers.announcements import announce

INTERVAL = 20.0
_BATCH = 20

log = structlog.get_logger(__name__)


def announcements_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""

    @tasks.loop(seconds=INTERVAL)
    async def announcements() -> None:
        try:
            await announce_results(client)
        except Exception:
            # A job that dies in one bad hour would leave every later result unannounced.
            log.exception("announcing results failed")

    return announcements


async def announce_results(client: ServingClient) -> None:
    """Post the results that haven't been announced yet, until Discord can't be reached."""
    for announcement in await client.services.announcements.due(_BATCH):
        if not await announce(client, announcement):
            return

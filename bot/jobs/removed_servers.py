"""Finds out once a day which servers have removed the bot, so that their choices aren't kept forever.

Discord would say so immediately, but only along with events about every server, which the bot doesn't need.
"""

from functools import partial
from typing import Any

import structlog
from discord.ext import tasks

from bot.jobs.leadership import leader_job
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES

INTERVAL = 24 * 60 * 60.0

log = structlog.get_logger(__name__)


def removed_servers_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    return leader_job(client, INTERVAL, partial(check_servers, client), "checking servers failed")


async def check_servers(client: ServingClient) -> None:
    """Ask Discord where the bot is, and note which servers have removed it.

    If Discord doesn't say, nothing changes.
    """
    try:
        present = {guild.id async for guild in client.fetch_guilds(limit=None, with_counts=False)}
    except FAILURES as error:
        log.warning("servers not listed", error=str(error))
        return
    await client.services.removed_servers.note(present)

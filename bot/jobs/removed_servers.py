"""Finds out once a day which servers have removed the bot, so that what they chose doesn't stay forever.

Discord would tell at once, but only with events about every server, which the bot doesn't need otherwise.
"""

from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES

INTERVAL = 24.0
"""Number of hours between two rounds."""

log = structlog.get_logger(__name__)


def removed_servers_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""

    @tasks.loop(hours=INTERVAL)
    async def removed_servers() -> None:
        try:
            await check_servers(client)
        except FAILURES as error:
            log.warning("servers not listed", error=str(error))
        except Exception:
            # The next round may succeed.
            log.exception("checking servers failed")

    return removed_servers


async def check_servers(client: ServingClient) -> None:
    """Ask Discord where the bot is, and note which servers have removed it.

    Raises:
        HTTPException, OSError: Discord doesn't tell. Then nothing changes.
    """
    present = {guild.id async for guild in client.fetch_guilds(limit=None, with_counts=False)}
    await client.services.removed_servers.note(present)

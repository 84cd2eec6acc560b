"""Uploads the pieces to Discord as emojis, once after each start."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.message.icons import upload_icons

log = structlog.get_logger(__name__)


def icons_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""

    @tasks.loop(count=1)
    async def icons() -> None:
        try:
            client.icons = await upload_icons(client)
        except FAILURES as error:
            # The buttons can use signs for the pieces instead.
            log.warning("no piece icons", error=str(error))

    return icons

"""Finds the emojis of the pieces on Discord after each start. The leader uploads those that are missing."""

from functools import partial
from typing import Any

import structlog
from discord.ext import tasks

import render
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES
from bot.ui.message.icons import Icons, fetch_icons, upload_icons

INTERVAL = 10.0

log = structlog.get_logger(__name__)


def icons_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in. It ends after its last try."""

    @tasks.loop(seconds=INTERVAL)
    async def icons() -> None:
        try:
            known = {} if client.icons else await fetch_icons(client)
            if _are_complete(known):
                client.icons = known
            elif not client.icons and client.services.leadership.is_held:
                await client.services.leadership.lead(partial(_upload, client, known))
        except FAILURES as error:
            # The buttons can use characters for the pieces instead.
            log.warning("no piece icons", error=str(error))
            icons.stop()
        if client.icons:
            icons.stop()

    return icons


def _are_complete(icons: Icons) -> bool:
    return len(icons) == len(render.PIECES)


async def _upload(client: ServingClient, known: Icons) -> None:
    client.icons = await upload_icons(client, known)

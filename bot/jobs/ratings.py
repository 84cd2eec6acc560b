"""Rates games again after one before them was annulled, a few at a time, so that no one waits for long."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.context.client import ServingClient

INTERVAL = 30.0

log = structlog.get_logger(__name__)


def ratings_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""

    @tasks.loop(seconds=INTERVAL)
    async def ratings() -> None:
        try:
            while await client.services.ratings.rerate_some():
                log.info("some games rated again")
        except Exception:
            # What is left to do is stored, so the next round goes on with it.
            log.exception("rating games again failed")

    return ratings

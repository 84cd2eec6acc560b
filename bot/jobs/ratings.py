"""Rates games again after an earlier one was annulled, a few at a time, so that no one waits for long."""

from functools import partial
from typing import Any

import structlog
from discord.ext import tasks

from bot.jobs.leadership import leader_job
from bot.ui.context.client import ServingClient

INTERVAL = 30.0

log = structlog.get_logger(__name__)


def ratings_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    return leader_job(client, INTERVAL, partial(rerate, client), "rating games again failed")


async def rerate(client: ServingClient) -> None:
    """Rate games again until none are left. If this fails, what's left stays stored."""
    while await client.services.ratings.rerate_some():
        log.info("some games rated again")

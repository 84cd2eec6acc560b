"""Gives people the roles that their ratings bring them, a few at a time, some seconds after their games."""

import structlog

from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES
from bot.ui.servers.rating_roles import give_and_take

INTERVAL = 20.0
"""Number of seconds between two looks."""

_BATCH = 10

log = structlog.get_logger(__name__)


async def keep_roles(client: ServingClient) -> None:
    """Give and take roles. What Discord doesn't do is tried again later, and nothing else waits for it."""
    roles = client.services.rating_roles
    for change in await roles.due(_BATCH):
        try:
            held = await give_and_take(client, change)
        except FAILURES as error:
            log.info("roles not changed", guild=change.check.guild_id, error=str(error))
            await roles.failed(change.check)
        else:
            await roles.done(change.check, held)

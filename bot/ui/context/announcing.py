"""Posts what no one asked for in a channel that the server chose. No one is pinged."""

from typing import Any

import discord
import structlog

from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES

# Too many requests, or a problem at Discord.
_LATER = {429, *range(500, 600)}

log = structlog.get_logger(__name__)


async def announce_once(client: ServingClient, channel_id: int, key: str, **message: Any) -> bool:
    """Send a message that ``key`` names among all that are announced, with up to 25 characters.

    If the channel doesn't accept it, that is logged and needn't be tried again.

    Returns:
        Returns whether this is settled. It isn't if Discord can't be reached or is busy.
    """
    try:
        await client.get_partial_messageable(channel_id).send(
            **message,
            allowed_mentions=discord.AllowedMentions.none(),
            # Discord ignores the second of two messages with the same nonce, so what a restart interrupts
            # comes only once.
            nonce=key,
        )
    except FAILURES as error:
        if not isinstance(error, discord.HTTPException) or error.status in _LATER:
            log.info("not announced yet", what=key, error=str(error))
            return False
        log.warning("not announced", what=key, channel=channel_id, error=str(error))
    return True

"""Whether the bot is still where a game is played. Without a server's events, it has to ask."""

import discord
import structlog

from bot.matches.values import Place
from bot.ui.failures import FAILURES
from bot.ui.services import ServingClient

log = structlog.get_logger(__name__)


async def is_gone(client: ServingClient, place: Place) -> bool:
    """Whether the server of ``place`` was deleted or has removed the bot; False where nobody can tell.

    In no server, and where a person brought the bot along, it never was.
    """
    if place.guild_id is None or not place.reachable:
        return False
    try:
        await client.fetch_guild(place.guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("server gone", guild=place.guild_id, code=error.code)
        return True
    except FAILURES as error:
        log.info("server not found out about", guild=place.guild_id, error=str(error))
    return False

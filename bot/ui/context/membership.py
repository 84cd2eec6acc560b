"""What the bot and the players have to do with a server. Without the server's events, the bot has to ask."""

import discord
import structlog

from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.context.memberships import has_left_guild

log = structlog.get_logger(__name__)


async def is_gone(client: ServingClient, place: Place) -> bool:
    """Whether the server of ``place`` was deleted or has removed the bot; False if one can't tell.

    It's always False outside servers, and if a person brought the bot along.
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


async def has_left(client: ServingClient, place: Place, player: Player) -> bool:
    """Whether ``player`` has left the server of ``place``; False if one can't tell."""
    if place.guild_id is None or not place.reachable:
        return False
    try:
        guild = await client.fetch_guild(place.guild_id, with_counts=False)
    except FAILURES as error:
        log.info("member not found out about", guild=place.guild_id, error=str(error))
        return False
    return bool(await has_left_guild(guild, player))


async def server_name(client: ServingClient, place: Place) -> str | None:
    """The name of the server of ``place``; None outside servers, or if one can't tell."""
    if place.guild_id is None or not place.reachable:
        return None
    try:
        return (await client.fetch_guild(place.guild_id, with_counts=False)).name
    except FAILURES as error:
        log.info("server not found out about", guild=place.guild_id, error=str(error))
    return None

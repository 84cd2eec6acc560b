"""What the bot and the players have to do with a server. Without the server's events, the bot has to ask.

Who has left is found out when they would be listed, and remembered for a day. The bot only asks about the few
people it's about to show.
"""

import asyncio
from collections.abc import Sequence
from time import monotonic

import discord
import structlog
from cachetools import TTLCache

from bot.ui.context.requests import FAILURES
from bot.values.players import Place, Player

LIFETIME = 24 * 3600.0
"""Number of seconds after which the bot asks again."""

MOST = 20_000
"""Maximum number of memberships that are remembered; the oldest are forgotten first."""

# Discord's code for someone who isn't in the server.
_NO_MEMBER = 10007

log = structlog.get_logger(__name__)


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Return whether the server of ``place`` was deleted or has removed the bot; False if that's unknown.

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
        log.info("server not looked up", guild=place.guild_id, error=str(error))
    return False


async def has_left(client: discord.Client, place: Place, player: Player) -> bool:
    """Return whether ``player`` has left the server of ``place``; False if that's unknown."""
    guild = await _guild_of(client, place)
    return guild is not None and bool(await _has_left_guild(guild, player))


async def server_name(client: discord.Client, place: Place) -> str | None:
    """Return the name of the server of ``place``; None outside servers, or if that's unknown."""
    guild = await _guild_of(client, place)
    return None if guild is None else guild.name


async def _guild_of(client: discord.Client, place: Place) -> discord.Guild | None:
    """Return the server of ``place``; None outside, if a person brought the bot along, or if unknown."""
    if place.guild_id is None or not place.reachable:
        return None
    try:
        return await client.fetch_guild(place.guild_id, with_counts=False)
    except FAILURES as error:
        log.info("server not looked up", guild=place.guild_id, error=str(error))
        return None


async def _has_left_guild(guild: discord.Guild, player: Player) -> bool | None:
    """Return whether ``player`` has left a server; None if Discord doesn't tell."""
    try:
        await guild.fetch_member(player.id)
    except discord.NotFound as error:
        return error.code == _NO_MEMBER
    except FAILURES as error:
        log.info("member not looked up", guild=guild.id, error=str(error))
        return None
    return False


class Memberships:
    """What is known about the members of servers: by server and player, whether they left."""

    def __init__(self) -> None:
        self._known: TTLCache[tuple[int | None, int], bool] = TTLCache(MOST, LIFETIME, monotonic)

    def known_gone(self, place: Place) -> frozenset[int]:
        """Return the ids of the people who are known to have left the server of ``place``."""
        # Not by its items: one that's over since would raise.
        known = [key for key in self._known if key[0] == place.guild_id]
        return frozenset(key[1] for key in known if self._known.get(key))

    async def find_gone(self, client: discord.Client, place: Place, players: Sequence[Player]) -> bool:
        """Ask about the players that nothing is known about; return whether one of them has left.

        Someone that Discord says nothing about counts as a member, and so does a deleted player. Where the
        bot can only answer, everyone does.
        """
        people = [player for player in players if not player.is_deleted]
        unknown = [player for player in people if (place.guild_id, player.id) not in self._known]
        guild = await _guild_of(client, place) if unknown else None
        if guild is None:
            return False
        return any(await asyncio.gather(*(self._has_left(guild, player) for player in unknown)))

    async def _has_left(self, guild: discord.Guild, player: Player) -> bool:
        gone = await _has_left_guild(guild, player)
        if gone is None:
            return False
        self._known[guild.id, player.id] = gone
        return gone

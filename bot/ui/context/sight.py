"""Who can see which channel of a server, asked of Discord and remembered for a minute."""

import asyncio
from time import monotonic

import discord
import structlog
from cachetools import TTLCache

from bot.ui.context.requests import FAILURES
from bot.values.players import Place

LIFETIME = 60.0
"""Number of seconds after which the bot asks again."""

MOST = 20_000
"""Maximum number of answers that are remembered; the oldest are forgotten first."""

log = structlog.get_logger(__name__)


class Sight:
    """What is known of who sees what: by person and channel, whether they see it."""

    def __init__(self) -> None:
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(MOST, LIFETIME, monotonic)

    async def sees(self, client: discord.Client, user_id: int, place: Place) -> bool:
        """Return whether a person can see the channel of ``place``, which is in a server; False if unknown.

        Where the bot can only answer, it can't find out.
        """
        if place.guild_id is None or not place.reachable:
            return False
        asked = (user_id, place.channel_id)
        if (known := self._known.get(asked)) is not None:
            return known
        try:
            visible = await _is_visible(client, place.guild_id, channel_id=place.channel_id, user_id=user_id)
        except (discord.NotFound, discord.Forbidden):
            visible = False
        except FAILURES as error:
            log.info("channel not looked up", guild=place.guild_id, error=str(error))
            return False
        self._known[asked] = visible
        return visible


async def has_same_audience(client: discord.Client, place: Place, channel_id: int) -> bool | None:
    """Return whether everyone who sees a channel of the server of ``place`` can also see the one there.

    It's so if that is open to the whole server, or hidden from the same people; anything else counts as no.
    None if that can't be found out now.
    """
    if place.guild_id is None or place.channel_id == channel_id:
        return place.channel_id == channel_id
    try:
        guild = await client.fetch_guild(place.guild_id, with_counts=False)
        there, here = await asyncio.gather(
            _open_channel(guild, place.channel_id), guild.fetch_channel(channel_id)
        )
    except (discord.NotFound, discord.Forbidden):
        return False
    except FAILURES as error:
        log.info("channels not looked up", guild=place.guild_id, error=str(error))
        return None
    if there is None or isinstance(here, discord.Thread):
        return False
    return _is_open(guild, there) or there.id == here.id or _viewing_rules(there) == _viewing_rules(here)


async def is_public(client: discord.Client, place: Place) -> bool | None:
    """Return whether everyone in the server of ``place`` can see what's there; False outside servers.

    Where the bot can only answer, it can't find out, which counts as no. None if that can't be found out now.
    """
    if place.guild_id is None or not place.reachable:
        return False
    try:
        guild = await client.fetch_guild(place.guild_id, with_counts=False)
        channel = await _open_channel(guild, place.channel_id)
    except (discord.NotFound, discord.Forbidden):
        return False
    except FAILURES as error:
        log.info("channel not looked up", guild=place.guild_id, error=str(error))
        return None
    return channel is not None and _is_open(guild, channel)


def _is_open(guild: discord.Guild, channel: discord.abc.GuildChannel) -> bool:
    """Return whether a channel is open to the whole server."""
    visible = channel.permissions_for(guild.default_role).view_channel
    return visible and False not in _viewing_rules(channel).values()


def _viewing_rules(channel: discord.abc.GuildChannel) -> dict[int, bool]:
    """Return who is allowed or forbidden to view a channel, by the ids of roles and members."""
    rules = ((target.id, rule.view_channel) for target, rule in channel.overwrites.items())
    return {target: allowed for target, allowed in rules if allowed is not None}


async def _is_visible(client: discord.Client, guild_id: int, *, channel_id: int, user_id: int) -> bool:
    guild = await client.fetch_guild(guild_id, with_counts=False)
    member, channel = await asyncio.gather(
        guild.fetch_member(user_id), _open_channel(guild, channel_id, member_id=user_id)
    )
    return channel is not None and channel.permissions_for(member).view_channel


async def _open_channel(
    guild: discord.Guild, channel_id: int, *, member_id: int | None = None
) -> discord.abc.GuildChannel | None:
    """Return the channel that decides who sees this one: that of a thread, or else itself.

    It's None for a private thread, unless the member is in it.

    Raises:
        NotFound, Forbidden: there is no such channel in the server, or the bot has no access to it, or the
            member isn't in the private thread.
    """
    channel = await guild.fetch_channel(channel_id)
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            if member_id is None:
                return None
            await channel.fetch_member(member_id)
        channel = await guild.fetch_channel(channel.parent_id)
    return None if isinstance(channel, discord.Thread) else channel

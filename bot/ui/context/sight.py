"""Who can see which channel of a server, and who is still in it. Without its events, the bot has to ask.

What's seen is remembered for a minute, and who has left for a day. The bot only asks about the few people
it's about to show.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Sequence
from collections.abc import Set as AbstractSet
from time import monotonic
from typing import Any

import discord
import structlog
from cachetools import TTLCache

from bot.ui.context.looks import LookingClient, Looks
from bot.ui.context.requests import LOST, RequestError, Thing, ask
from bot.values.players import Place, Player, shown

LIFETIME = 60.0
"""Number of seconds after which the bot asks again who sees a channel."""

MEMBER_LIFETIME = 24 * 3600.0
"""Number of seconds after which the bot asks again who is in a server."""

ROLL_LIFETIME = 3600.0
"""Number of seconds for which someone who was in a server counts as there when an event starts."""

AUDIENCE_LIFETIME = 600.0
"""Number of seconds after which the bot asks again which channels of a server the same people see."""

MOST = 20_000
"""Maximum number of answers that are remembered; the oldest are forgotten first."""

log = structlog.get_logger(__name__)


class Sight:
    """What is known of who sees what: by person and channel, whether they see it."""

    def __init__(self) -> None:
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(MOST, LIFETIME, monotonic)
        self._audiences: TTLCache[int, dict[int, bool]] = TTLCache(MOST, AUDIENCE_LIFETIME, monotonic)

    async def sees(self, client: discord.Client, user_id: int, place: Place) -> bool:
        """Return whether a person can see the channel of ``place``, which is in a server; False if unknown.

        Where the bot can only answer, it can't find out.
        """
        return bool(await self._look(client, user_id, place))

    async def may_see(self, client: discord.Client, user_id: int, place: Place) -> bool:
        """Return whether a person can see the channel of ``place``, or that's unknown."""
        return await self._look(client, user_id, place) is not False

    async def seen_by_all(
        self, client: discord.Client, place: Place, others: AbstractSet[int]
    ) -> AbstractSet[int] | None:
        """Return which channels everyone sees who sees this one of a server, as in ``has_same_audience``.

        None if that can't be found out now. All that Discord knows of a server's channels takes three
        requests, which are made again once another channel is asked about. Archived threads aren't among it.
        """
        channel_id = place.channel_id
        known = self._audiences.get(channel_id, {channel_id: True})
        if not others <= known.keys():
            try:
                found = await _audience(client, place)
            except RequestError as error:
                log.info("channels not looked up", guild=place.guild_id, error=str(error))
                return None
            known = self._audiences[channel_id] = dict.fromkeys(others, False) | found | {channel_id: True}
        return {each for each, is_seen in known.items() if is_seen}

    async def _look(self, client: discord.Client, user_id: int, place: Place) -> bool | None:
        if place.guild_id is None or not place.reachable:
            return None
        asked = (user_id, place.channel_id)
        if (known := self._known.get(asked)) is not None:
            return known
        try:
            visible = await _is_visible(client, place.guild_id, channel_id=place.channel_id, user_id=user_id)
        except LOST:
            visible = False
        except RequestError as error:
            log.info("channel not looked up", guild=place.guild_id, error=str(error))
            return None
        self._known[asked] = visible
        return visible


async def _audience(client: discord.Client, place: Place) -> dict[int, bool]:
    """Return of each channel and active thread of a server whether everyone sees it who sees this one."""
    guild = await ask(client.fetch_guild(place.guild_id or 0, with_counts=False))
    channels, threads = await asyncio.gather(ask(guild.fetch_channels()), ask(guild.active_threads()))
    rules = {each.id: _viewing_rules(each) for each in channels}
    here = rules.get(place.channel_id)
    seen = {each.id: _is_open(guild, each) or rules[each.id] == here for each in channels}
    return seen | {each.id: seen.get(each.parent_id, False) and not each.is_private() for each in threads}


async def has_same_audience(client: LookingClient, place: Place, channel_id: int) -> bool | None:
    """Return whether everyone who sees a channel of the server of ``place`` can also see the one there.

    It's so if that is open to the whole server, or hidden from the same people; anything else counts as no,
    and so does a channel that two looks haven't found. None if that can't be found out now.
    """
    if place.guild_id is None or place.channel_id == channel_id:
        return place.channel_id == channel_id

    async def compare(guild: discord.Guild) -> bool:
        there, here = await asyncio.gather(
            _open_channel(guild, place.channel_id), ask(guild.fetch_channel(channel_id))
        )
        if there is None or isinstance(here, discord.Thread):
            return False
        return _is_open(guild, there) or there.id == here.id or _viewing_rules(there) == _viewing_rules(here)

    return await _found_out(client, ("audience", place.channel_id, channel_id), place.guild_id, compare)


async def _found_out(
    client: LookingClient,
    thing: Hashable,
    guild_id: int,
    question: Callable[[discord.Guild], Coroutine[Any, Any, bool]],
) -> bool | None:
    """Return the answer to a question about channels of a server, and note that look at ``thing``.

    It's no if two looks haven't found them, and None if it can't be found out now.
    """
    if not client.looks.is_due(thing):
        return False if client.looks.is_gone(thing) else None
    try:
        answer = await question(await ask(client.fetch_guild(guild_id, with_counts=False)))
    except RequestError as error:
        log.info("channels not looked up", guild=guild_id, error=str(error))
        return False if client.looks.fails(thing, error) else None
    client.looks.there(thing)
    return answer


def _is_open(guild: discord.Guild, channel: discord.abc.GuildChannel) -> bool:
    """Return whether a channel is open to the whole server."""
    visible = channel.permissions_for(guild.default_role).view_channel
    return visible and False not in _viewing_rules(channel).values()


def _viewing_rules(channel: discord.abc.GuildChannel) -> dict[int, bool]:
    """Return who is allowed or forbidden to view a channel, by the ids of roles and members."""
    rules = ((target.id, rule.view_channel) for target, rule in channel.overwrites.items())
    return {target: allowed for target, allowed in rules if allowed is not None}


async def _is_visible(client: discord.Client, guild_id: int, *, channel_id: int, user_id: int) -> bool:
    guild = await ask(client.fetch_guild(guild_id, with_counts=False))
    member, channel = await asyncio.gather(
        ask(guild.fetch_member(user_id)), _open_channel(guild, channel_id, member_id=user_id)
    )
    return channel is not None and channel.permissions_for(member).view_channel


async def _open_channel(
    guild: discord.Guild, channel_id: int, *, member_id: int | None = None
) -> discord.abc.GuildChannel | None:
    """Return the channel that decides who sees this one: that of a thread, or else itself.

    It's None for a private thread, unless the member is in it.

    Raises:
        GoneError, ForbiddenError: there is no such channel in the server, or the bot has no access to it, or
            the member isn't in the private thread.
    """
    channel = await ask(guild.fetch_channel(channel_id))
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            if member_id is None:
                return None
            await ask(channel.fetch_member(member_id))
        channel = await ask(guild.fetch_channel(channel.parent_id))
    return None if isinstance(channel, discord.Thread) else channel


async def is_gone(client: LookingClient, guild_id: int) -> bool | None:
    """Return whether a server was deleted or has removed the bot, by two looks; False if unknown.

    None if it's missing now, and another look has to follow.
    """
    looks, thing = client.looks, ("guild", guild_id)
    if looks.is_due(thing):
        try:
            await ask(client.fetch_guild(guild_id, with_counts=False))
        except RequestError as error:
            log.info("server not looked up", guild=guild_id, error=str(error))
            return looks.fails(thing, error) or (None if isinstance(error, LOST) else False)
        looks.there(thing)
        return False
    return looks.is_gone(thing) or None


def member_of(guild_id: int | None, player: Player) -> tuple[str, int | None, int]:
    """Return what's looked for when someone may have left a server."""
    return "member", guild_id, player.id


async def is_missing(client: LookingClient, place: Place, player: Player) -> bool:
    """Return whether ``player`` isn't in the server of ``place``, by one look; False if unknown."""
    guild = await _guild_of(client, place)
    return guild is not None and bool(await _is_missing_in(client.looks, guild, player))


async def server_name(client: discord.Client, place: Place) -> str | None:
    """Return the name of the server of ``place``; None outside servers, or if it's unknown or blank."""
    guild = await _guild_of(client, place)
    return None if guild is None else shown(guild.name) or None


async def _guild_of(client: discord.Client, place: Place) -> discord.Guild | None:
    """Return the server of ``place``; None outside, if a person brought the bot along, or if unknown."""
    if place.guild_id is None or not place.reachable:
        return None
    try:
        return await ask(client.fetch_guild(place.guild_id, with_counts=False))
    except RequestError as error:
        log.info("server not looked up", guild=place.guild_id, error=str(error))
        return None


async def _is_missing_in(looks: Looks, guild: discord.Guild, player: Player) -> bool | None:
    """Return whether ``player`` isn't in a server, and note that look; None if Discord doesn't tell."""
    try:
        await ask(guild.fetch_member(player.id))
    except RequestError as error:
        log.info("member not looked up", guild=guild.id, error=str(error))
        if error.gone is not Thing.MEMBER:
            return None
        looks.missing(member_of(guild.id, player))
        return True
    looks.there(member_of(guild.id, player))
    return False


class Memberships:
    """What is known about the members of servers: by server and player, whether they left."""

    def __init__(self) -> None:
        self._known: TTLCache[tuple[int | None, int], bool] = TTLCache(MOST, MEMBER_LIFETIME, monotonic)
        self._there: TTLCache[tuple[int | None, int], bool] = TTLCache(MOST, ROLL_LIFETIME, monotonic)

    def known_gone(self, place: Place) -> frozenset[int]:
        """Return the ids of the people who are known to have left the server of ``place``."""
        # Not by its items: one that's over since would raise.
        known = [key for key in self._known if key[0] == place.guild_id]
        return frozenset(key[1] for key in known if self._known.get(key))

    async def find_gone(self, client: LookingClient, place: Place, players: Sequence[Player]) -> bool:
        """Ask about the players that nothing is known about; return whether one of them has left.

        Someone that Discord says nothing about counts as a member, and so does a deleted player, and someone
        who was missing only once. Where the bot can only answer, everyone does.
        """
        people = [player for player in players if not player.is_deleted]
        unknown = [player for player in people if (place.guild_id, player.id) not in self._known]
        guild = await _guild_of(client, place) if unknown else None
        if guild is None:
            return False
        return any(await asyncio.gather(*(self._has_left(client.looks, guild, player) for player in unknown)))

    async def _has_left(self, looks: Looks, guild: discord.Guild, player: Player) -> bool:
        missing = await _is_missing_in(looks, guild, player)
        gone = looks.is_gone(member_of(guild.id, player))
        if missing is gone:
            self._known[guild.id, player.id] = gone
        return gone

    async def call_roll(
        self, client: LookingClient, place: Place, players: Sequence[Player], seconds: float
    ) -> tuple[set[int], bool]:
        """Return the ids of those who aren't in the server of ``place``, and whether that's all of them.

        It asks about one after another for so many seconds, and next time about the others. One look is
        enough, because whoever comes back can join again. A deleted player counts as there.
        """
        there, ends = self._there, monotonic() + seconds
        unknown = [each for each in players if not each.is_deleted and (place.guild_id, each.id) not in there]
        guild = await _guild_of(client, place) if unknown else None
        answers: list[bool | None] = [None] * len(unknown)
        for index, player in enumerate(unknown):
            if guild is not None and monotonic() < ends:
                answers[index] = await _is_missing_in(client.looks, guild, player)
        looks = [(player.id, missing) for player, missing in zip(unknown, answers, strict=True)]
        there.update(((place.guild_id, each), True) for each, missing in looks if missing is False)
        return {each for each, missing in looks if missing}, None not in answers

"""The servers of the demo: their channels and their people."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
import simcord

from bot.locale import ENGLISH
from bot.ui.context.client import ServingClient
from bot.values.players import Player

_FIRST_ID = 1_000_000_000_000_000_000
# The last one of each server manages it.
_PEOPLE = {
    "Pyrga Café": ("Ada", "Blaise", "Chiyo", "Sofia", "Dora"),
    "Game Night": ("Emmy", "Felix", "Grace"),
}


@dataclass(frozen=True, slots=True)
class DemoServer:
    """A server with one channel and its members."""

    guild_id: int
    name: str
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def furnish(env: simcord.Env) -> tuple[DemoServer, ...]:
    """Create the servers.

    As long as time hasn't been moved, everything in them has the same id after every start, so stored games
    find their players.
    """
    env.backend.bot_user.name = "Pyrga"
    return tuple(_create(env, _FIRST_ID + index, name) for index, name in enumerate(_PEOPLE))


def _create(env: simcord.Env, guild_id: int, name: str) -> DemoServer:
    guild = env.create_guild(name, id=guild_id)
    # A page only shows one channel, so no one could open a thread: the bot says that it can't create any.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("pyrga", overwrites={guild.default_role: no_threads})
    users = [env.create_user(person.lower(), global_name=person) for person in _PEOPLE[name]]
    managing = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    members = [guild.add_member(user) for user in users[:-1]]
    members.append(guild.add_member(users[-1], roles=[managing]))
    return DemoServer(guild.id, name, channel, tuple(members))


async def speak(client: ServingClient, servers: Sequence[DemoServer], language: str) -> None:
    """Choose a language for the servers and their people, as they would in their settings."""
    preferences = client.services.preferences
    for server in servers:
        await preferences.change_guild(server.guild_id, lambda old: replace(old, language=language))
        for member in server.members:
            player = Player(member.id, member.user.global_name or member.user.name)
            await preferences.change_player(player, lambda old: replace(old, language=language))


async def spoken(client: ServingClient, server: DemoServer) -> str:
    """Return the language of a server, which an earlier start may have chosen."""
    return (await client.services.preferences.guild(server.guild_id)).language or ENGLISH

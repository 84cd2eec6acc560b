"""The server of the demo: its channel and its people."""

from dataclasses import dataclass, replace

import discord
import simcord

from bot.locale import ENGLISH
from bot.matches.values.players import Player
from bot.ui.context.client import ServingClient

_GUILD_ID = 1_000_000_000_000_000_000
_MEMBERS = ("Ada", "Blaise", "Chiyo")
_MANAGER = "Dora"


@dataclass(frozen=True, slots=True)
class Cafe:
    """A server with one channel, three members, and someone who manages it."""

    guild_id: int
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def furnish(env: simcord.Env) -> Cafe:
    """Create the server.

    As long as time hasn't been moved, everything in it has the same id after every start, so stored games
    find their players.
    """
    guild = env.create_guild("Pyrga Café", id=_GUILD_ID)
    # The page only shows one channel, so no one could open a thread: the bot says that it can't create any.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("pyrga", overwrites={guild.default_role: no_threads})
    members = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _MEMBERS]
    managing = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    members.append(guild.add_member(env.create_user("dora", global_name=_MANAGER), roles=[managing]))
    env.backend.bot_user.name = "Pyrga"
    return Cafe(guild.id, channel, tuple(members))


async def speak(client: ServingClient, cafe: Cafe, language: str) -> None:
    """Choose a language for the server and its people, as they would in their settings."""
    preferences = client.services.preferences
    await preferences.change_guild(cafe.guild_id, lambda old: replace(old, language=language))
    for member in cafe.members:
        player = Player(member.id, member.user.global_name or member.user.name)
        await preferences.change_player(player, lambda old: replace(old, language=language))


async def spoken(client: ServingClient, cafe: Cafe) -> str:
    """Return the language of the server, which an earlier start may have chosen."""
    return (await client.services.preferences.guild(cafe.guild_id)).language or ENGLISH

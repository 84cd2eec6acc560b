"""The server of the demo: its channel and its people."""

from dataclasses import dataclass

import discord
import simcord

_GUILD_ID = 1_000_000_000_000_000_000
_MEMBERS = ("Ada", "Blaise", "Chiyo")
_MANAGER = "Dora"


@dataclass(frozen=True, slots=True)
class Cafe:
    """A server with one channel, three members, and one who manages it."""

    guild_id: int
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def furnish(env: simcord.Env) -> Cafe:
    """Make the server.

    Before time is moved, everything in it has the same id in every start, so stored games find their players.
    """
    guild = env.create_guild("Pyrga Café", id=_GUILD_ID)
    # The page shows one channel, so no one could open a thread: the bot says that it can't make any.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("pyrga", overwrites={guild.default_role: no_threads})
    members = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _MEMBERS]
    managing = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    members.append(guild.add_member(env.create_user("dora", global_name=_MANAGER), roles=[managing]))
    env.backend.bot_user.name = "Pyrga"
    return Cafe(guild.id, channel, tuple(members))

"""Rows of guilds, and what they have chosen for themselves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Shape
from bot.store.rows import add_new, fetch_one, lock_rows
from bot.store.schema.tables import allowed_channels, guilds
from bot.values.preferences import GuildPreferences

FIRST_CROWD_LEVEL = 2
"""The computer's level against which the channels of a guild play first."""

_crowd_level = func.coalesce(guilds.c.crowd_level, FIRST_CROWD_LEVEL)

_CHOICES: Final = Columns(
    GuildPreferences, guilds, Shape(names={"total_increment": "increment_seconds"}, without={"channels"})
)


async def remember_guild(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    await add_new(connection, guilds, id=guild_id, created_at=now)


async def lock(connection: AsyncConnection, guild_ids: Iterable[int]) -> None:
    """Make others who want to hold or change these known guilds wait until the transaction ends.

    Whoever counts what a guild has, and adds to it, holds the guild first.
    """
    await lock_rows(connection, guilds, *guild_ids)


async def fetch(connection: AsyncConnection, guild_id: int, *, to_change: bool = False) -> GuildPreferences:
    """Return the choices of a guild, known or not. ``to_change`` keeps others from changing them."""
    statement = select(guilds).where(guilds.c.id == guild_id)
    if to_change:
        # This lets games of the guild start meanwhile.
        statement = statement.with_for_update(key_share=True)
    row = await fetch_one(connection, statement, dict[str, Any])
    channels = select(allowed_channels.c.channel_id).where(allowed_channels.c.guild_id == guild_id)
    allowed = frozenset(await connection.scalars(channels))
    return _CHOICES.read(row or {}, channels=allowed)


async def keep(
    connection: AsyncConnection, guild_id: int, old: GuildPreferences, new: GuildPreferences
) -> None:
    """Store what a known guild has changed."""
    changed = _CHOICES.changes(old, new)
    if changed:
        await connection.execute(update(guilds).where(guilds.c.id == guild_id).values(changed))
    if new.channels != old.channels:
        await connection.execute(delete(allowed_channels).where(allowed_channels.c.guild_id == guild_id))
        rows = [{"guild_id": guild_id, "channel_id": channel_id} for channel_id in new.channels]
        if rows:
            await connection.execute(insert(allowed_channels), rows)


async def crowd_level(connection: AsyncConnection, guild_id: int) -> int:
    """Return the computer's level against which channels of a guild play."""
    level: int | None = await connection.scalar(select(_crowd_level).where(guilds.c.id == guild_id))
    return level or FIRST_CROWD_LEVEL


async def change_crowd_level(
    connection: AsyncConnection, level: int, *, guild_id: int, following: int
) -> None:
    """Store the level that follows ``level``, if that's the one against which channels of a guild play."""
    played_at = (guilds.c.id == guild_id, _crowd_level == level)
    await connection.execute(update(guilds).where(*played_at).values(crowd_level=following))

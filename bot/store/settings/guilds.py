"""Rows of guilds, and what they have chosen for themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_new, fetch_one, values_of
from bot.store.schema.tables import allowed_channels, guilds


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """The choices of a guild as stored; None stands for anything it never chose."""

    theme: str | None = None
    ruleset: str | None = None
    move_seconds: int | None = None
    total_seconds: int | None = None
    increment_seconds: int | None = None
    start: str | None = None
    rated: bool | None = None
    thread: bool | None = None
    language: str | None = None
    announcement_channel_id: int | None = None
    monthly_seasons: bool | None = None
    puzzle_hour: int | None = None
    across_servers: bool | None = None
    events_for_all: bool | None = None
    guessing: bool | None = None


FIRST_CROWD_LEVEL = 2
"""The computer's level against which the channels of a guild play first."""

_crowd_level = func.coalesce(guilds.c.crowd_level, FIRST_CROWD_LEVEL)

_COLUMNS = tuple(guilds.c[name] for name in GuildChoices.__slots__)


async def remember_guild(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    await add_new(connection, guilds, id=guild_id, created_at=now)


async def fetch_choices(
    connection: AsyncConnection, guild_id: int, *, to_change: bool = False
) -> GuildChoices:
    """Return the choices of a guild. ``to_change`` keeps others from changing them meanwhile."""
    statement = select(*_COLUMNS).where(guilds.c.id == guild_id)
    if to_change:
        # This lets games of the guild start meanwhile.
        statement = statement.with_for_update(key_share=True)
    return await fetch_one(connection, statement, GuildChoices) or GuildChoices()


async def keep_choices(connection: AsyncConnection, guild_id: int, choices: GuildChoices) -> None:
    """Replace the choices of a known guild."""
    values = values_of(choices)
    await connection.execute(update(guilds).where(guilds.c.id == guild_id).values(**values))


async def channels_of(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the channels that a guild restricts its games to; none if it allows all."""
    statement = select(allowed_channels.c.channel_id).where(allowed_channels.c.guild_id == guild_id)
    return [*await connection.scalars(statement.order_by(allowed_channels.c.channel_id))]


async def keep_channels(connection: AsyncConnection, guild_id: int, channel_ids: Iterable[int]) -> None:
    """Restrict a known guild's games to these channels; an empty list allows all."""
    await connection.execute(delete(allowed_channels).where(allowed_channels.c.guild_id == guild_id))
    rows = [{"guild_id": guild_id, "channel_id": channel_id} for channel_id in set(channel_ids)]
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

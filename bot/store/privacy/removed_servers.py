"""The guilds that have removed the bot: since when, and what's deleted some time later."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.key_order import hold_in_key_order
from bot.store.schema.conditions import REMOVED, RUNNING_SEASON
from bot.store.schema.tables import (
    allowed_channels,
    daily_puzzles,
    guilds,
    opening_moves,
    season_places,
    seasons,
)

OF_THE_SERVER: Final = (allowed_channels, daily_puzzles)
"""Tables with a server's own data, in addition to its seasons and its counts of opening moves.

All other rows belong to its players.
"""

_NO_CHOICES: Final[dict[str, Any]] = dict.fromkeys(
    column.name for column in guilds.c if column.nullable and column is not guilds.c.removed_at
)

_SET = update(guilds).where(guilds.c.id == bindparam("guild")).values(removed_at=bindparam("at"))


async def removal_times(connection: AsyncConnection) -> Mapping[int, datetime | None]:
    """When each guild removed the bot, or None if it hasn't."""
    rows = await connection.execute(select(guilds.c.id, guilds.c.removed_at))
    return {row.id: row.removed_at for row in rows}


async def set_removed(connection: AsyncConnection, guild_ids: Iterable[int], at: datetime | None) -> None:
    """Store when these guilds removed the bot; None if they have it."""
    rows = [{"guild": guild_id, "at": at} for guild_id in sorted(guild_ids)]
    if rows:
        await connection.execute(_SET, rows)


async def removed_before(connection: AsyncConnection, instant: datetime) -> list[int]:
    """The guilds that removed the bot at a time or before."""
    statement = select(guilds.c.id).where(REMOVED, guilds.c.removed_at <= instant)
    return [*await connection.scalars(statement)]


async def forget(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Delete what these guilds have for themselves."""
    for table in OF_THE_SERVER:
        await _delete(connection, table, table.c.guild_id.in_(guild_ids))
    await _delete(connection, opening_moves, opening_moves.c.pool.in_(guild_ids))
    await _forget_seasons(connection, guild_ids)
    await hold_in_key_order(connection, guilds, guilds.c.id.in_(guild_ids))
    await connection.execute(update(guilds).where(guilds.c.id.in_(guild_ids)).values(_NO_CHOICES))


async def _forget_seasons(connection: AsyncConnection, guild_ids: Sequence[int]) -> None:
    """Delete the seasons of guilds. Only when they ended is kept: ratings are computed from that."""
    theirs = seasons.c.guild_id.in_(guild_ids)
    await hold_in_key_order(connection, seasons, theirs)
    ids = [*await connection.scalars(select(seasons.c.id).where(theirs))]
    await _delete(connection, season_places, season_places.c.season_id.in_(ids))
    await connection.execute(delete(seasons).where(theirs, RUNNING_SEASON))
    await connection.execute(update(seasons).where(theirs).values(announcement_channel_id=None))


async def _delete(connection: AsyncConnection, table: Table, condition: ColumnElement[bool]) -> None:
    await hold_in_key_order(connection, table, condition)
    await connection.execute(delete(table).where(condition))

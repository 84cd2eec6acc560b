"""Rows of the positions that were recently shared in a channel."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order
from bot.store.rows import add_new
from bot.store.schema.tables import shared_positions


async def is_shared(connection: AsyncConnection, position: str, channel_id: int, since: datetime) -> bool:
    """Return whether a packed position was shared in a channel since then, or is being shared."""
    recently = shared_positions.c.shared_at >= since
    found = select(exists().where(*_shared_there(position, channel_id), recently))
    return bool(await connection.scalar(found))


async def claim(connection: AsyncConnection, position: str, channel_id: int, now: datetime) -> bool:
    """Claim the sharing of a packed position in a channel. False if someone already has."""
    return await add_new(
        connection, shared_positions, position=position, channel_id=channel_id, shared_at=now
    )


async def release(connection: AsyncConnection, position: str, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shared_positions).where(*_shared_there(position, channel_id)))


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was shared before then."""
    old = shared_positions.c.shared_at < before
    await hold_in_key_order(connection, shared_positions, old)
    await connection.execute(delete(shared_positions).where(old))


def _shared_there(position: str, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return shared_positions.c.position == position, shared_positions.c.channel_id == channel_id

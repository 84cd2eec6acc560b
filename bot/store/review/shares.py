"""Rows of what was shared in a channel: a game's position at a ply, or its review."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import shares

REVIEW = -1
"""The ply that stands for a game's review."""


async def is_shared(connection: AsyncConnection, number: int, ply: int, channel_id: int) -> bool:
    """Whether this was shared in a channel, or is being shared."""
    return bool(await connection.scalar(select(exists().where(*_shared_there(number, ply, channel_id)))))


async def claim(connection: AsyncConnection, number: int, ply: int, channel_id: int, now: datetime) -> bool:
    """Claim the sharing of this in a channel. False if someone already has."""
    row = insert(connection.dialect, shares).values(
        game_id=number, ply=ply, channel_id=channel_id, shared_at=now
    )
    claiming = row.on_conflict_do_nothing(index_elements=["game_id", "ply", "channel_id"])
    return (await connection.execute(claiming.returning(shares.c.game_id))).first() is not None


async def release(connection: AsyncConnection, number: int, ply: int, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shares).where(*_shared_there(number, ply, channel_id)))


def _shared_there(number: int, ply: int, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return shares.c.game_id == number, shares.c.ply == ply, shares.c.channel_id == channel_id

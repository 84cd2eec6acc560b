"""Rows of blocks: who doesn't want challenges from whom."""

from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_new
from bot.store.schema.tables import blocks, players


async def add(connection: AsyncConnection, player_id: int, *, blocked_id: int, now: datetime) -> None:
    await add_new(connection, blocks, player_id=player_id, blocked_id=blocked_id, created_at=now)


async def remove(connection: AsyncConnection, player_id: int, *, blocked_id: int) -> None:
    """Delete a block, if there is one."""
    await connection.execute(
        delete(blocks).where(blocks.c.player_id == player_id, blocks.c.blocked_id == blocked_id)
    )


async def has_blocked(connection: AsyncConnection, player_id: int, *, other_id: int) -> bool:
    """Return whether a player has blocked another."""
    rows = exists().where(blocks.c.player_id == player_id, blocks.c.blocked_id == other_id)
    return bool(await connection.scalar(select(rows)))


async def all_blocked_by(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the ids of everyone whom a player has blocked."""
    return [*await connection.scalars(select(blocks.c.blocked_id).where(blocks.c.player_id == player_id))]


async def blocked_by(
    connection: AsyncConnection, player_id: int, *, offset: int, limit: int
) -> list[tuple[int, str]]:
    """Return the ids and names of the people a player has blocked, the newest first."""
    statement = (
        select(players.c.id, players.c.name)
        .join(blocks, blocks.c.blocked_id == players.c.id)
        .where(blocks.c.player_id == player_id)
        .order_by(blocks.c.created_at.desc(), blocks.c.blocked_id)
        .offset(offset)
        .limit(limit)
    )
    return [(row.id, row.name) for row in await connection.execute(statement)]

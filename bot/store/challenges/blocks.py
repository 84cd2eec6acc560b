"""Rows of blocks: who doesn't want challenges from whom."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.schema.tables import blocks, players


@dataclass(frozen=True, slots=True)
class BlockedRow:
    """Someone who is blocked."""

    player_id: int
    name: str


async def add(connection: AsyncConnection, player_id: int, blocked_id: int, now: datetime) -> None:
    """Add a block, which may already be there."""
    row = insert(connection.dialect, blocks).values(
        player_id=player_id, blocked_id=blocked_id, created_at=now
    )
    await connection.execute(row.on_conflict_do_nothing(index_elements=["player_id", "blocked_id"]))


async def remove(connection: AsyncConnection, player_id: int, blocked_id: int) -> None:
    """Delete a block, if there is one."""
    await connection.execute(
        delete(blocks).where(blocks.c.player_id == player_id, blocks.c.blocked_id == blocked_id)
    )


async def has_blocked(connection: AsyncConnection, player_id: int, other_id: int) -> bool:
    """Whether a player has blocked another."""
    rows = exists().where(blocks.c.player_id == player_id, blocks.c.blocked_id == other_id)
    return bool(await connection.scalar(select(rows)))


async def blocked_by(
    connection: AsyncConnection, player_id: int, *, offset: int, limit: int
) -> list[BlockedRow]:
    """The people a player has blocked, the newest first."""
    statement = (
        select(players.c.id, players.c.name)
        .join(blocks, blocks.c.blocked_id == players.c.id)
        .where(blocks.c.player_id == player_id)
        .order_by(blocks.c.created_at.desc(), blocks.c.blocked_id)
        .offset(offset)
        .limit(limit)
    )
    return [BlockedRow(*row) for row in await connection.execute(statement)]

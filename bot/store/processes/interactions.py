"""Rows of interactions that a process has claimed."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import seen_interactions


async def claim(connection: AsyncConnection, number: int, now: datetime) -> bool:
    """Claim an interaction. False if another process has."""
    row = insert(connection.dialect, seen_interactions).values(id=number, seen_at=now)
    claiming = row.on_conflict_do_nothing(index_elements=["id"]).returning(seen_interactions.c.id)
    return (await connection.execute(claiming)).first() is not None


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was claimed before then."""
    await connection.execute(delete(seen_interactions).where(seen_interactions.c.seen_at < before))

"""When the next shard of each bucket may identify itself to Discord's gateway."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import identifies


async def hold(connection: AsyncConnection, bucket: int, now: datetime) -> datetime:
    """When ``bucket`` will be free. Others who ask wait until this transaction ends.

    A bucket that was never used is free ``now``.
    """
    row = insert(connection.dialect, identifies).values(bucket=bucket, free_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["bucket"]))
    held = select(identifies.c.free_at).where(identifies.c.bucket == bucket).with_for_update()
    free_at: datetime = (await connection.execute(held)).scalar_one()
    return free_at


async def occupy(connection: AsyncConnection, bucket: int, free_at: datetime) -> None:
    """Store that ``bucket`` will be free then, and not before."""
    await connection.execute(update(identifies).where(identifies.c.bucket == bucket).values(free_at=free_at))

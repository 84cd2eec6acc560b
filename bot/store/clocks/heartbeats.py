"""The sign of life of each process of the bot."""

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import heartbeats


async def beat(connection: AsyncConnection, process: str, now: datetime) -> None:
    """Note that ``process`` lives at ``now``."""
    row = insert(connection.dialect, heartbeats).values(process=process, beat_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["process"], set_={"beat_at": now}))


async def hold_last(connection: AsyncConnection) -> datetime | None:
    """The same as ``last_beat``, while other transactions wait to ask it until this one ends."""
    await connection.execute(select(heartbeats.c.process).order_by(heartbeats.c.process).with_for_update())
    # Asked anew: whoever was waited for may have been a process that gave its first sign.
    return await last_beat(connection)


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Forget the processes that gave their last sign of life before that."""
    await connection.execute(delete(heartbeats).where(heartbeats.c.beat_at < before))


async def last_beat(connection: AsyncConnection) -> datetime | None:
    """When any process last gave a sign of life, or None where none ever did."""
    last: datetime | None = await connection.scalar(select(func.max(heartbeats.c.beat_at)))
    return last

"""The sign of life of each process of the bot."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import heartbeats
from bot.store.upsert import insert


async def beat(connection: AsyncConnection, process: str, now: datetime) -> None:
    """Note that ``process`` lives at ``now``."""
    row = insert(connection.dialect, heartbeats).values(process=process, beat_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["process"], set_={"beat_at": now}))


async def hold_last(connection: AsyncConnection) -> datetime | None:
    """The same as ``last_beat``, while other transactions wait to ask it until this one ends."""
    rows = await connection.execute(
        select(heartbeats.c.beat_at).order_by(heartbeats.c.process).with_for_update()
    )
    return max(rows.scalars(), default=None)


async def last_beat(connection: AsyncConnection) -> datetime | None:
    """When any process last gave a sign of life, or None where none ever did."""
    last: datetime | None = await connection.scalar(select(func.max(heartbeats.c.beat_at)))
    return last

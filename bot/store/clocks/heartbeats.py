"""The heartbeat of each process of the bot."""

from datetime import UTC, datetime

from sqlalchemy import delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE, STOPPED
from bot.store.rows import upsert
from bot.store.schema.tables import heartbeats


async def beat(connection: AsyncConnection, process: str, now: datetime) -> None:
    """Record that ``process`` is alive at ``now``."""
    await upsert(connection, heartbeats, {"process": process}, beat_at=now)


async def lock_last(connection: AsyncConnection) -> datetime | None:
    """Return when any process last gave a heartbeat; other transactions wait until this one ends."""
    await connection.execute(select(heartbeats.c.process).order_by(heartbeats.c.process).with_for_update())
    # Read again: the transaction waited for may have recorded the first heartbeat of its process.
    return await last_beat(connection)


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete the processes whose last heartbeat was before ``before``."""
    await connection.execute(delete(heartbeats).where(heartbeats.c.beat_at < before))


async def forget_later(connection: AsyncConnection, after: datetime) -> None:
    """Delete the heartbeats that are later than ``after``, from before the clock was set back."""
    await connection.execute(delete(heartbeats).where(heartbeats.c.beat_at > after))


async def database_time(connection: AsyncConnection) -> datetime | None:
    """Return the time by the clock of the database's machine; None if that's the machine of this process."""
    if connection.dialect.name == "sqlite":
        return None
    time: datetime | None = await connection.scalar(select(func.clock_timestamp()))
    return time


async def last_beat(connection: AsyncConnection) -> datetime | None:
    """Return when any process last gave a heartbeat, or None if none ever did."""
    last: datetime | None = await connection.scalar(select(func.max(heartbeats.c.beat_at)))
    return last


async def stop(connection: AsyncConnection, process: str, now: datetime) -> None:
    """Record that ``process`` is no longer alive, and was until ``now``."""
    await connection.execute(delete(heartbeats).where(heartbeats.c.process == process))
    await beat(connection, STOPPED, now)


async def are_others_alive(connection: AsyncConnection) -> bool:
    """Return whether any process has recently given a heartbeat and hasn't stopped since.

    A process that has just crashed counts as alive for up to ``LONGEST_HEALTHY_SILENCE``, and one that asks
    before its own first heartbeat doesn't count.
    """
    now = await database_time(connection) or datetime.now(UTC)
    fresh = heartbeats.c.beat_at > now - LONGEST_HEALTHY_SILENCE, heartbeats.c.process != STOPPED
    return bool(await connection.scalar(select(exists().where(*fresh))))

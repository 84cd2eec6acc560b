"""The heartbeat of each process, how it is, and when people could last play in the servers of each shard."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shards import Shard
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE, STOPPED
from bot.store.codec import PLAIN_JSON, optional
from bot.store.rows import upsert, upsert_values
from bot.store.schema.conditions import constant_number
from bot.store.schema.tables import heartbeats, shards


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessStatus:
    """What a process says of itself with each heartbeat. What it counts, it counts within a day."""

    version: str
    python: str
    began_at: datetime
    connected_at: datetime | None
    """Since when Discord's gateway has answered on the connection that was made last."""
    guilds: int | None
    """How many servers Discord says the bot is in."""
    clicked_at: datetime | None
    late: int
    """How many answers came too late for Discord."""
    failed: int
    """How many requests of people were answered with the number of an error."""
    waiting: int
    """How much waits for the solver, a replay, or something else that's slow."""
    backup_problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """The last heartbeat of a process that hasn't stopped."""

    process: str
    beat_at: datetime
    status: ProcessStatus | None
    """None of a process of an older version."""


_STATUS = optional(PLAIN_JSON.text(PLAIN_JSON.form(ProcessStatus)))


async def beat(
    connection: AsyncConnection,
    process: str,
    now: datetime,
    answered_at: datetime | None = None,
    told: ProcessStatus | None = None,
) -> None:
    """Record that ``process`` is alive, what it has ``told`` of itself, and when anyone could last play."""
    known = {"answered_at": answered_at, "status": _STATUS.write(told, None)}
    await upsert(connection, heartbeats, {"process": process}, beat_at=now, **known)


async def running(connection: AsyncConnection) -> tuple[Heartbeat, ...]:
    """Return the last heartbeats of the processes that haven't stopped, the latest first."""
    rows = await connection.execute(
        select(heartbeats).where(heartbeats.c.process != STOPPED).order_by(heartbeats.c.beat_at.desc())
    )
    return tuple(
        Heartbeat(process=row.process, beat_at=row.beat_at, status=_STATUS.read(row.status, None))
        for row in rows
    )


async def lock(connection: AsyncConnection) -> None:
    """Have other transactions that give time back wait until this one ends."""
    await connection.execute(select(heartbeats.c.process).order_by(heartbeats.c.process).with_for_update())


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


async def answered(connection: AsyncConnection) -> dict[Shard, datetime]:
    """Return when people could last play in the servers of each shard."""
    rows = await connection.execute(select(shards))
    return {Shard(row.shard_id, row.shard_count): row.answered_at for row in rows}


async def note_answered(connection: AsyncConnection, times: Mapping[Shard, datetime]) -> None:
    """Record when people could last play in the servers of these shards."""
    rows = [{"shard_id": each.id, "shard_count": each.count, "answered_at": at} for each, at in times.items()]
    await upsert_values(connection, shards, rows)


def is_of(
    guild: ColumnElement[int], number: int | ColumnElement[int], count: int | ColumnElement[int]
) -> ColumnElement[bool]:
    """Return the condition that a server, or direct messages if it's NULL, belong to a shard."""
    return func.coalesce(guild, 0).bitwise_rshift(constant_number(22)) % count == number


def is_answered(guild: ColumnElement[int], since: datetime) -> ColumnElement[bool]:
    """Return the condition that people could play in a server at some time since then."""
    return exists().where(
        shards.c.answered_at >= since, is_of(guild, shards.c.shard_id, shards.c.shard_count)
    )

"""Rows of leases: which process does what must happen only once, and until when."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import leases


async def renew(connection: AsyncConnection, name: str, holder: str, until: datetime) -> int | None:
    """Make a lease of ``holder`` last until then, and return its term; None if it isn't theirs."""
    statement = (
        update(leases).where(leases.c.name == name, leases.c.holder == holder).values(expires_at=until)
    )
    term: int | None = await connection.scalar(statement.returning(leases.c.term))
    return term


async def take(
    connection: AsyncConnection, name: str, holder: str, now: datetime, until: datetime
) -> int | None:
    """Take a lease if it has expired by ``now``, and return its new term; None if it hasn't.

    This waits for any transactions that the last holder has begun behind the fence.
    """
    first = insert(connection.dialect, leases).values(name=name, holder="", term=0, expires_at=now)
    await connection.execute(first.on_conflict_do_nothing(index_elements=["name"]))
    held = select(leases.c.term).where(leases.c.name == name, leases.c.expires_at <= now).with_for_update()
    if (term := await connection.scalar(held)) is None:
        return None
    taken = update(leases).where(leases.c.name == name)
    await connection.execute(taken.values(holder=holder, term=term + 1, expires_at=until))
    return int(term) + 1


async def release(connection: AsyncConnection, name: str, holder: str, now: datetime) -> None:
    """Let a lease of ``holder`` expire ``now``."""
    await connection.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.holder == holder)
        .values(holder="", expires_at=now)
    )

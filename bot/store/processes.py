"""Rows with which processes that share a database agree on who does what."""

from datetime import datetime
from enum import Enum, auto

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_new, upsert
from bot.store.schema.tables import identifies, leases, seen_interactions, synced_commands


async def fetch_digest(connection: AsyncConnection, application_id: int) -> str | None:
    """Return the digest of the commands that were last sent to Discord, or None if none were."""
    known = synced_commands.c.application_id == application_id
    found: str | None = await connection.scalar(select(synced_commands.c.digest).where(known))
    return found


async def note_digest(connection: AsyncConnection, application_id: int, digest: str) -> None:
    """Record the digest of the commands that were sent to Discord."""
    await upsert(connection, synced_commands, {"application_id": application_id}, digest=digest)


async def lock_bucket(connection: AsyncConnection, bucket: int, now: datetime) -> datetime:
    """Return when ``bucket`` will be free. Others who ask wait until this transaction ends.

    A bucket that was never used is free ``now``.
    """
    await add_new(connection, identifies, bucket=bucket, free_at=now)
    held = select(identifies.c.free_at).where(identifies.c.bucket == bucket).with_for_update()
    free_at: datetime = (await connection.execute(held)).scalar_one()
    return free_at


async def occupy_bucket(connection: AsyncConnection, bucket: int, free_at: datetime) -> None:
    """Store that ``bucket`` will be free then, and not before."""
    await connection.execute(update(identifies).where(identifies.c.bucket == bucket).values(free_at=free_at))


class Claim(Enum):
    """The result of claiming an interaction."""

    NEW = auto()
    """This process has just claimed it."""
    OWN = auto()
    """This process had already claimed it, perhaps in a transaction whose commit it never heard about."""
    TAKEN = auto()
    """Another process has claimed it."""


async def claim(connection: AsyncConnection, number: int, process: str, now: datetime) -> Claim:
    """Claim an interaction for ``process``."""
    if await add_new(connection, seen_interactions, id=number, seen_at=now, process=process):
        return Claim.NEW
    claimed_by = select(seen_interactions.c.process).where(seen_interactions.c.id == number)
    return Claim.OWN if await connection.scalar(claimed_by) == process else Claim.TAKEN


async def forget_claims(connection: AsyncConnection, before: datetime) -> None:
    await connection.execute(delete(seen_interactions).where(seen_interactions.c.seen_at < before))


async def renew_lease(connection: AsyncConnection, name: str, *, holder: str, until: datetime) -> int | None:
    """Make a lease of ``holder`` last until then, and return its term; None if it isn't theirs."""
    statement = (
        update(leases).where(leases.c.name == name, leases.c.holder == holder).values(expires_at=until)
    )
    term: int | None = await connection.scalar(statement.returning(leases.c.term))
    return term


async def take_lease(
    connection: AsyncConnection, name: str, *, holder: str, now: datetime, until: datetime
) -> int | None:
    """Take a lease if it has expired by ``now``, and return its new term; None if it hasn't.

    This waits for any transactions that the last holder has begun behind the fence.
    """
    await add_new(connection, leases, name=name, holder="", term=0, expires_at=now)
    held = select(leases.c.term).where(leases.c.name == name, leases.c.expires_at <= now).with_for_update()
    if (term := await connection.scalar(held)) is None:
        return None
    taken = update(leases).where(leases.c.name == name)
    await connection.execute(taken.values(holder=holder, term=term + 1, expires_at=until))
    return int(term) + 1


async def release_lease(connection: AsyncConnection, name: str, *, holder: str, now: datetime) -> None:
    """Let a lease of ``holder`` expire ``now``."""
    await connection.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.holder == holder)
        .values(holder="", expires_at=now)
    )

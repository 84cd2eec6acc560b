"""Rows with which processes that share a database agree on who does what."""

from datetime import datetime
from enum import Enum, auto

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.schema.tables import identifies, leases, seen_interactions, synced_commands


async def fetch_digest(connection: AsyncConnection, application_id: int) -> str | None:
    """The digest of the commands that were last sent to Discord, or None if none were."""
    known = synced_commands.c.application_id == application_id
    found: str | None = await connection.scalar(select(synced_commands.c.digest).where(known))
    return found


async def note_digest(connection: AsyncConnection, application_id: int, digest: str) -> None:
    """Record the digest of the commands that were sent to Discord."""
    row = insert(connection.dialect, synced_commands).values(application_id=application_id, digest=digest)
    newer = row.on_conflict_do_update(index_elements=["application_id"], set_={"digest": digest})
    await connection.execute(newer)


async def hold_bucket(connection: AsyncConnection, bucket: int, now: datetime) -> datetime:
    """When ``bucket`` will be free. Others who ask wait until this transaction ends.

    A bucket that was never used is free ``now``.
    """
    row = insert(connection.dialect, identifies).values(bucket=bucket, free_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["bucket"]))
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
    row = insert(connection.dialect, seen_interactions).values(id=number, seen_at=now, process=process)
    claiming = row.on_conflict_do_nothing(index_elements=["id"]).returning(seen_interactions.c.id)
    if (await connection.execute(claiming)).first() is not None:
        return Claim.NEW
    claimed_by = select(seen_interactions.c.process).where(seen_interactions.c.id == number)
    return Claim.OWN if await connection.scalar(claimed_by) == process else Claim.TAKEN


async def forget_claims(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was claimed before then."""
    await connection.execute(delete(seen_interactions).where(seen_interactions.c.seen_at < before))


async def renew_lease(connection: AsyncConnection, name: str, holder: str, until: datetime) -> int | None:
    """Make a lease of ``holder`` last until then, and return its term; None if it isn't theirs."""
    statement = (
        update(leases).where(leases.c.name == name, leases.c.holder == holder).values(expires_at=until)
    )
    term: int | None = await connection.scalar(statement.returning(leases.c.term))
    return term


async def take_lease(
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


async def release_lease(connection: AsyncConnection, name: str, holder: str, now: datetime) -> None:
    """Let a lease of ``holder`` expire ``now``."""
    await connection.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.holder == holder)
        .values(holder="", expires_at=now)
    )

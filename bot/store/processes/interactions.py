"""Rows of interactions that a process has claimed."""

from datetime import datetime
from enum import Enum, auto

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import seen_interactions


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


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was claimed before then."""
    await connection.execute(delete(seen_interactions).where(seen_interactions.c.seen_at < before))

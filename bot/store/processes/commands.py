"""Rows of applications: which commands Discord has been sent for each."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import synced_commands


async def digest(connection: AsyncConnection, application_id: int) -> str | None:
    """The digest of the commands that were last sent to Discord, or None if none were."""
    known = synced_commands.c.application_id == application_id
    found: str | None = await connection.scalar(select(synced_commands.c.digest).where(known))
    return found


async def note(connection: AsyncConnection, application_id: int, digest: str) -> None:
    """Record the digest of the commands that were sent to Discord."""
    row = insert(connection.dialect, synced_commands).values(application_id=application_id, digest=digest)
    newer = row.on_conflict_do_update(index_elements=["application_id"], set_={"digest": digest})
    await connection.execute(newer)

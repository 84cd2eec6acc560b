"""Rows of codes with which one server offers others something to play."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import in_key_order
from bot.store.rows import add_new, fetch_one, values_of
from bot.store.schema.conditions import REMOVED
from bot.store.schema.tables import codes, guilds


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A code as stored: what it's for, who made it where, and what they offer, as JSON."""

    code: str
    kind: str
    guild_id: int
    maker_id: int
    terms: str
    expires_at: datetime
    used_at: datetime | None = None


async def add(connection: AsyncConnection, row: CodeRow) -> bool:
    """Store a new code; return whether it's one that no one has."""
    return await add_new(connection, codes, **values_of(row))


async def fetch(connection: AsyncConnection, code: str) -> CodeRow | None:
    """Return the row of a code, or None. Those of servers that have removed the bot are left out."""
    columns = [codes.c[name] for name in CodeRow.__slots__]
    source = codes.join(guilds, guilds.c.id == codes.c.guild_id)
    statement = select(*columns).select_from(source).where(codes.c.code == code, ~REMOVED)
    return await fetch_one(connection, statement, CodeRow)


async def use(connection: AsyncConnection, code: str, now: datetime) -> bool:
    """Store that a code was used; return whether it still could be."""
    used = update(codes).where(codes.c.code == code, codes.c.used_at.is_(None)).values(used_at=now)
    return (await connection.execute(used)).rowcount == 1


async def drop_expired(connection: AsyncConnection, before: datetime) -> None:
    """Delete the codes that expired before then."""
    old = in_key_order(codes.c.code, codes.c.expires_at < before)
    await connection.execute(delete(codes).where(old))

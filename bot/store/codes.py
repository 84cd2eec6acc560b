"""Rows of codes with which one server offers others something to play."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Shape
from bot.store.connections.statements import in_key_order
from bot.store.rows import add_new, fetch_rows
from bot.store.schema.conditions import REMOVED
from bot.store.schema.tables import codes, guilds


@dataclass(frozen=True, slots=True)
class Code:
    """A code: what it's for, who made it where, and what they offer, as JSON."""

    text: str
    kind: str
    guild_id: int
    maker_id: int
    terms: str
    expires_at: datetime
    used_at: datetime | None = None


_COLUMNS: Final = Columns(Code, codes, Shape(names={"text": "code"}))


async def add(connection: AsyncConnection, code: Code) -> bool:
    """Store a new code; return whether it's one that no one has."""
    return await add_new(connection, codes, **_COLUMNS.write(code))


async def fetch(connection: AsyncConnection, text: str, *, to_use: bool = False) -> Code | None:
    """Return a code, or None. Those of servers that have removed the bot are left out.

    ``to_use`` keeps others from using it until the transaction ends.
    """
    source = codes.join(guilds, guilds.c.id == codes.c.guild_id)
    statement = select(codes).select_from(source).where(codes.c.code == text, ~REMOVED)
    if to_use:
        statement = statement.with_for_update(of=codes)
    return next((_COLUMNS.read(row) for row in await fetch_rows(connection, statement)), None)


async def use(connection: AsyncConnection, code: str, now: datetime) -> None:
    """Store that a code was used."""
    await connection.execute(update(codes).where(codes.c.code == code).values(used_at=now))


async def drop_expired(connection: AsyncConnection, before: datetime) -> None:
    """Delete the codes that expired before then."""
    old = in_key_order(codes.c.code, codes.c.expires_at < before)
    await connection.execute(delete(codes).where(old))

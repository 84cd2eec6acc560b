"""Rows of rushes: someone's latest in each week, and the best of the week."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import fetch_one, upsert_rows
from bot.store.schema.tables import rushes


@dataclass(frozen=True, slots=True)
class RushRow:
    """A player's latest rush of the ``week`` that begins on a Monday, and their ``best`` of that week.

    They have to solve ``puzzle`` next.
    """

    player_id: int
    week: date
    started_at: datetime
    puzzle: str
    solved: int
    mistakes: int
    best: int


_COLUMNS = tuple(rushes.c[name] for name in RushRow.__slots__)


async def latest(connection: AsyncConnection, player_id: int) -> RushRow | None:
    """Return the latest rush of a player, or None if they never began one."""
    statement = select(*_COLUMNS).where(rushes.c.player_id == player_id)
    return await fetch_one(connection, statement.order_by(rushes.c.week.desc()).limit(1), RushRow)


async def keep(connection: AsyncConnection, rush: RushRow) -> None:
    """Store the latest rush of a known player in its week."""
    await upsert_rows(connection, rushes, [rush])

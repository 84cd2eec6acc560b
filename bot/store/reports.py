"""Rows of what players reported to the host about games in two places."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order
from bot.store.rows import fetch_all, put
from bot.store.schema.tables import games, reports


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report, with the players of the game. Without a text, it named someone whose data was deleted."""

    game_id: int
    reporter_id: int
    text: str | None
    reported_at: datetime
    white_id: int
    white_name: str
    black_id: int
    black_name: str


async def keep(
    connection: AsyncConnection, number: int, text: str, now: datetime, *, reporter_id: int
) -> None:
    """Store what a player reports about a game, in place of an earlier report of theirs about it."""
    key = {"game_id": number, "reporter_id": reporter_id}
    await put(connection, reports, key, text=text, reported_at=now)


async def newest(connection: AsyncConnection, limit: int) -> list[ReportRow]:
    """Return the newest reports, the last one first."""
    statement = (
        select(*reports.c, games.c.white_id, games.c.white_name, games.c.black_id, games.c.black_name)
        .join(games, games.c.id == reports.c.game_id)
        .order_by(reports.c.reported_at.desc())
        .limit(limit)
    )
    return await fetch_all(connection, statement, ReportRow)


async def clear_texts(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Clear the texts of the reports about these games."""
    chosen = reports.c.game_id.in_(numbers)
    await hold_in_key_order(connection, reports, chosen)
    await connection.execute(update(reports).where(chosen).values(text=None))

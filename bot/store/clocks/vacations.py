"""Rows of vacations."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import fetch_all
from bot.store.schema.tables import vacations


@dataclass(frozen=True, slots=True)
class VacationRow:
    """A player's vacation: past, present, or future."""

    number: int
    starts_at: datetime
    ends_at: datetime


async def add(connection: AsyncConnection, player_id: int, starts_at: datetime, ends_at: datetime) -> None:
    """Store a vacation."""
    row = {"player_id": player_id, "starts_at": starts_at, "ends_at": ends_at}
    await connection.execute(insert(vacations).values(**row))


async def end(connection: AsyncConnection, number: int, now: datetime) -> None:
    await connection.execute(update(vacations).where(vacations.c.id == number).values(ends_at=now))


async def since(connection: AsyncConnection, player_id: int, instant: datetime) -> list[VacationRow]:
    """Return a player's vacations that ended after ``instant`` or are still going on, the earliest first."""
    statement = (
        select(vacations.c.id.label("number"), *vacations.c["starts_at", "ends_at"])
        .where(vacations.c.player_id == player_id, vacations.c.ends_at > instant)
        .order_by(vacations.c.starts_at)
    )
    return await fetch_all(connection, statement, VacationRow)

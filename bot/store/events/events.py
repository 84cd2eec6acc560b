"""Rows of events: they number cups and whatever else games can be part of. And the games of events."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_row, fetch_all, fetch_one
from bot.store.schema.conditions import OF_EVENT, RUNNING, constant_text, counted
from bot.store.schema.tables import due_times, events, games

CUP: Final = "cup"
TEAM_MATCH: Final = "team"
NIGHT: Final = "night"
"""The kinds of events."""

_NUMBER = games.c.id.label("number")


async def add(connection: AsyncConnection, kind: str) -> int:
    """Store a new event, and return its number."""
    return await add_row(connection, events, {"kind": kind})


async def discard(connection: AsyncConnection, number: int) -> None:
    """Delete an event that nothing belongs to."""
    await connection.execute(delete(events).where(events.c.id == number))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a game of an event ended, which the event doesn't know yet, and the row that says so."""

    due_id: int
    at: datetime
    number: int
    white_id: int
    plies: int
    winner: str | None
    reason: str | None


async def results(connection: AsyncConnection, number: int) -> list[ResultRow]:
    """Return the results that an event doesn't know yet, in the order of the games."""
    statement = (
        select(
            due_times.c.id.label("due_id"),
            due_times.c.at,
            _NUMBER,
            *games.c["white_id", "plies", "winner", "reason"],
        )
        .join_from(games, due_times, due_times.c.game_id == games.c.id)
        .where(OF_EVENT, games.c.event_id == number, due_times.c.kind == constant_text("result"))
        .order_by(games.c.id)
    )
    return await fetch_all(connection, statement, ResultRow)


@dataclass(frozen=True, slots=True)
class EventGameRow:
    """A game of an event: who plays it, with which moves, and how it ended, if it has."""

    number: int
    white_id: int
    black_id: int
    moves: str | None
    plies: int
    swapped: bool
    winner: str | None
    reason: str | None


async def games_of(
    connection: AsyncConnection, number: int, numbers: Collection[int] | None = None
) -> list[EventGameRow]:
    """Return the games of an event, or those of them with these numbers, in order."""
    some = [] if numbers is None else [games.c.id.in_(list(numbers))]
    columns = [_NUMBER, *(games.c[name] for name in EventGameRow.__slots__[1:])]
    statement = select(*columns).where(OF_EVENT, games.c.event_id == number, *some).order_by(games.c.id)
    return await fetch_all(connection, statement, EventGameRow)


@dataclass(frozen=True, slots=True)
class EventRow:
    """The number of an event, and what kind it is."""

    number: int
    kind: str


async def stored(connection: AsyncConnection) -> list[EventRow]:
    """Return all events, in order."""
    return await fetch_all(
        connection, select(events.c.id.label("number"), events.c.kind).order_by(events.c.id), EventRow
    )


async def of_game(connection: AsyncConnection, number: int) -> EventRow | None:
    """Return the event that a game belongs to, or None."""
    event = select(games.c.event_id).where(games.c.id == number).scalar_subquery()
    return await fetch_one(
        connection, select(events.c.id.label("number"), events.c.kind).where(events.c.id == event), EventRow
    )


async def count_people(connection: AsyncConnection, number: int) -> int:
    """Return how many people have finished games of an event that count."""
    own = (OF_EVENT, games.c.event_id == number, counted())
    sides = (select(side).where(*own) for side in (games.c.white_id, games.c.black_id))
    return await connection.scalar(select(func.count()).select_from(union(*sides).subquery())) or 0


async def count_running_games(connection: AsyncConnection, player_ids: Collection[int]) -> Mapping[int, int]:
    """Return how many running games of events these people have; those without any may be left out."""
    counts: dict[int, int] = {}
    for side in (games.c.white_id, games.c.black_id):
        # Counted like this, the database finds the games by their players.
        found = select(side.label("player_id"), func.count(games.c.event_id).label("number")).where(
            side.in_(list(player_ids)), RUNNING
        )
        found = found.group_by(side)
        for row in await connection.execute(found):
            counts[row.player_id] = counts.get(row.player_id, 0) + row.number
    return counts

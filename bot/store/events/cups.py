"""Rows of cups and of who is in them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events import events
from bot.store.names import name_in
from bot.store.rows import change_row, fetch_all, hold_row, upsert_rows
from bot.store.schema.conditions import CURRENT_CUP, DUE_CUP
from bot.store.schema.tables import blocks, cup_entrants, cups, players

CupRow = Any
"""A row of ``cups``, whose columns are attributes."""


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant of a cup as stored: their place in the order of joining, and how strong they are."""

    cup_id: int
    player_id: int
    position: int
    joined_at: datetime
    rating: float
    provisional: bool
    leaving: str | None
    left_in: int | None


@dataclass(frozen=True, slots=True)
class NamedEntrantRow:
    """An entrant with what they're called in the cup's server, and the name of their account."""

    entrant: EntrantRow
    name: str
    account_name: str


async def fetch(connection: AsyncConnection, number: int) -> CupRow | None:
    return (await connection.execute(select(cups).where(cups.c.id == number))).one_or_none()


async def fetch_several(connection: AsyncConnection, numbers: Collection[int]) -> Sequence[CupRow]:
    """Return the cups with these numbers, the newest first."""
    wanted = select(cups).where(cups.c.id.in_(list(numbers))).order_by(cups.c.id.desc())
    return (await connection.execute(wanted)).all()


async def fetch_entrants(connection: AsyncConnection, numbers: Collection[int]) -> list[NamedEntrantRow]:
    """Return who is in the cups with these numbers, in the order of joining."""
    source = cup_entrants.join(cups, cups.c.id == cup_entrants.c.cup_id).join(
        players, players.c.id == cup_entrants.c.player_id
    )
    columns = [cup_entrants.c[name] for name in EntrantRow.__slots__]
    statement = (
        select(
            *columns, name_in(cups.c.guild_id, players).label("name"), players.c.name.label("account_name")
        )
        .select_from(source)
        .where(cup_entrants.c.cup_id.in_(list(numbers)))
        .order_by(cup_entrants.c.cup_id, cup_entrants.c.position)
    )
    return await fetch_all(connection, statement, _named)


def _named(name: str, account_name: str, **entrant: Any) -> NamedEntrantRow:
    return NamedEntrantRow(EntrantRow(**entrant), name, account_name)


async def hold(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a cup until this one ends."""
    await hold_row(connection, cups, number)


async def add(connection: AsyncConnection, values: Mapping[str, Any]) -> int:
    """Store a new cup with these values of columns, and return its number."""
    number = await events.add(connection, events.CUP)
    await connection.execute(cups.insert().values({**values, "id": number}))
    return number


async def discard(connection: AsyncConnection, number: int) -> None:
    """Delete a cup that no one is in."""
    await connection.execute(delete(cups).where(cups.c.id == number))
    await events.discard(connection, number)


async def change(
    connection: AsyncConnection, number: int, *, revision: int, values: Mapping[str, Any]
) -> None:
    """Change these columns of a cup that is at ``revision``."""
    await change_row(connection, cups, number, revision=revision, values=values)


async def keep_entrants(connection: AsyncConnection, entrants: Sequence[EntrantRow]) -> None:
    """Store entrants, in place of what was stored about them."""
    await upsert_rows(connection, cup_entrants, entrants)


async def drop_entrant(connection: AsyncConnection, number: int, *, player_id: int) -> None:
    """Delete someone from a cup that they left before it started."""
    theirs = (cup_entrants.c.cup_id == number, cup_entrants.c.player_id == player_id)
    await connection.execute(delete(cup_entrants).where(*theirs))


async def keep_medals(connection: AsyncConnection, number: int, medals: Mapping[int, int]) -> None:
    """Store who has won which place in a cup."""
    for player_id, medal in sorted(medals.items()):
        theirs = (cup_entrants.c.cup_id == number, cup_entrants.c.player_id == player_id)
        await connection.execute(update(cup_entrants).where(*theirs).values(medal=medal))


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
    """Return the numbers of cups for which something has to be done by now, the longest waiting first."""
    waiting = select(cups.c.id).where(DUE_CUP, cups.c.due_at <= now).order_by(cups.c.due_at).limit(limit)
    return [*await connection.scalars(waiting)]


async def blocks_among(
    connection: AsyncConnection, number: int, *, player_id: int
) -> tuple[list[int], list[int]]:
    """Return who in a cup is blocked by a player, or blocks them, in the order of ids."""
    here = select(cup_entrants.c.player_id).where(
        cup_entrants.c.cup_id == number, cup_entrants.c.leaving.is_(None)
    )
    own = select(blocks.c.blocked_id).where(blocks.c.player_id == player_id, blocks.c.blocked_id.in_(here))
    theirs = select(blocks.c.player_id).where(blocks.c.blocked_id == player_id, blocks.c.player_id.in_(here))
    return sorted(await connection.scalars(own)), sorted(await connection.scalars(theirs))


async def current_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the numbers of a guild's cups that aren't over, in order."""
    theirs = select(cups.c.id).where(cups.c.guild_id == guild_id, CURRENT_CUP)
    return [*await connection.scalars(theirs.order_by(cups.c.id))]


async def count_current_in(connection: AsyncConnection, guild_id: int, status: str) -> int:
    """Return how many cups of a guild are open, or running. Months of leagues don't count."""
    theirs = (cups.c.guild_id == guild_id, CURRENT_CUP, cups.c.league_id.is_(None), cups.c.status == status)
    return await connection.scalar(select(func.count()).select_from(cups).where(*theirs)) or 0


async def current_of(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the numbers of the cups that aren't over and that someone is in and hasn't left, in order."""
    source = cup_entrants.join(cups, cups.c.id == cup_entrants.c.cup_id)
    theirs = (cup_entrants.c.player_id == player_id, cup_entrants.c.leaving.is_(None), CURRENT_CUP)
    found = select(cups.c.id).select_from(source).where(*theirs).order_by(cups.c.id)
    return [*await connection.scalars(found)]

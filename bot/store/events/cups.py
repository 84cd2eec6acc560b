"""Rows of cups and of who is in them, as cups."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import PLAIN_JSON, Columns, Json, Shape
from bot.store.events import events
from bot.store.events.entrants import IN_STAGES, card_columns, entrant_columns, people_in, save_entrants
from bot.store.names import name_in
from bot.store.rows import change_row, fetch_all, lock_rows
from bot.store.schema.conditions import CURRENT_CUP, DUE_CUP
from bot.store.schema.tables import blocks, cup_entrants, cups, players
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.parts import Entrant, EventStatus

_CARD: Final = card_columns(cups, {"told": "told_stages"})
_NAMES: Final = {"number": "id", "league": "league_id"}
_APART: Final = ("cards", "entrants")
COLUMNS: Final = Columns(
    Cup,
    cups,
    Shape(names=_NAMES, without=_APART),
    Json(IN_STAGES, ascii_only=False),
    context=people_in,
    derived=lambda cup: _CARD.write(cup.card) | {"due_at": cup.due_at},
)
"""How a cup is stored in its row."""

_WITHOUT_TEXTS: Final = Columns(
    Cup,
    cups,
    Shape(names=_NAMES, without={*_APART, "terms", "stages"}),
    derived=lambda cup: _CARD.write(cup.card),
)
_ENTRANT: Final = entrant_columns(cup_entrants)
_TERMS: Final = PLAIN_JSON.text(PLAIN_JSON.form(CupTerms))


def read_terms(text: str) -> CupTerms:
    """Return the stored terms of a cup."""
    terms: CupTerms = _TERMS.read(text, None)
    return terms


async def fetch(connection: AsyncConnection, numbers: Collection[int]) -> list[Cup]:
    """Return the cups with these numbers, the newest first, in two statements."""
    people: dict[int, list[Entrant]] = {number: [] for number in numbers}
    for row in await fetch_all(connection, _entrants_of(numbers), dict[str, Any]):
        people[row["cup_id"]].append(_ENTRANT.read(row))
    wanted = select(cups).where(cups.c.id.in_(list(numbers))).order_by(cups.c.id.desc())
    return [_cup(row, people[row["id"]]) for row in await fetch_all(connection, wanted, dict[str, Any])]


def _entrants_of(numbers: Collection[int]) -> Select[Any]:
    name, account_name = name_in(cups.c.guild_id, players), players.c.name
    return (
        select(cup_entrants, name.label("player_name"), account_name.label("player_account_name"))
        .join_from(cup_entrants, cups, cups.c.id == cup_entrants.c.cup_id)
        .join(players, players.c.id == cup_entrants.c.player_id)
        .where(cup_entrants.c.cup_id.in_(list(numbers)))
        .order_by(cup_entrants.c.cup_id, cup_entrants.c.position)
    )


def _cup(row: Mapping[str, Any], entrants: Collection[Entrant]) -> Cup:
    people = [entrant.player.id for entrant in entrants]
    return COLUMNS.read(row, people, cards=(_CARD.read(row),), entrants=tuple(entrants))


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a cup until this one ends."""
    await lock_rows(connection, cups, number)


async def add(connection: AsyncConnection, cup: Cup) -> int:
    """Store a new cup, whose number is ignored, and return its number."""
    number = await events.add(connection, events.CUP)
    await connection.execute(cups.insert().values({**COLUMNS.write(cup), "id": number}))
    await save_entrants(connection, cup_entrants, [], _rows(cup, number))
    return number


async def save(connection: AsyncConnection, before: Cup, after: Cup) -> None:
    """Store a change of a cup, or raise a StaleRowError if ``before`` isn't what's stored."""
    changes = COLUMNS.changes(before, after)
    if changes:
        await change_row(connection, cups, _WITHOUT_TEXTS.write(before), changes)
    await save_entrants(connection, cup_entrants, _rows(before, before.number), _rows(after, before.number))


def _rows(cup: Cup, number: int) -> list[dict[str, Any]]:
    return [
        {"cup_id": number, "position": position, **_ENTRANT.write(entrant)}
        for position, entrant in enumerate(cup.entrants)
    ]


async def discard(connection: AsyncConnection, number: int) -> None:
    """Delete a cup that no one is in."""
    await connection.execute(delete(cups).where(cups.c.id == number))
    await events.discard(connection, number)


async def medals_of(
    connection: AsyncConnection, guild_id: int, *, player_id: int
) -> list[tuple[int, datetime]]:
    """Return which medals someone has won in cups of a guild, and when, in no order."""
    statement = (
        select(cup_entrants.c.medal, cups.c.ended_at)
        .join(cups, cups.c.id == cup_entrants.c.cup_id)
        .where(cup_entrants.c.player_id == player_id, cup_entrants.c.medal.is_not(None))
        .where(cups.c.guild_id == guild_id, cups.c.league_id.is_(None))
    )
    return [(medal, ended_at) for medal, ended_at in await connection.execute(statement)]


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


async def past_in(connection: AsyncConnection, guild_id: int, *, limit: int) -> list[int]:
    """Return the numbers of a guild's last cups that were played to the end, the newest first."""
    theirs = select(cups.c.id).where(cups.c.guild_id == guild_id, cups.c.status == EventStatus.OVER)
    return [*await connection.scalars(theirs.order_by(cups.c.id.desc()).limit(limit))]


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

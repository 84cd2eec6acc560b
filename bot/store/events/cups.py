"""Rows of cups and of who is in them, as cups."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import PLAIN_JSON
from bot.store.events import events
from bot.store.events.entrants import InOneServer
from bot.store.schema.conditions import CURRENT_CUP, DUE_CUP
from bot.store.schema.tables import blocks, cup_entrants, cups
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.parts import EventStatus

ROWS: Final = InOneServer(Cup, events.CUP, cups, cup_entrants, due=DUE_CUP, current=CURRENT_CUP)
"""How cups are stored."""

_TERMS: Final = PLAIN_JSON.text(PLAIN_JSON.form(CupTerms))


def read_terms(text: str) -> CupTerms:
    """Return the stored terms of a cup."""
    terms: CupTerms = _TERMS.read(text, None)
    return terms


async def counts_vacations(connection: AsyncConnection, number: int) -> bool:
    """Return whether vacations stop clocks in an event. They do in any that isn't a cup."""
    text = await connection.scalar(select(cups.c.terms).where(cups.c.id == number))
    return text is None or read_terms(text).vacations


async def fetch(connection: AsyncConnection, numbers: Collection[int]) -> list[Cup]:
    """Return the cups with these numbers, the newest first, in two statements."""
    return await ROWS.fetch(connection, numbers)


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a cup until this one ends."""
    await ROWS.lock(connection, number)


async def add(connection: AsyncConnection, cup: Cup) -> int:
    """Store a new cup, whose number is ignored, and return its number."""
    return await ROWS.add(connection, cup)


async def save(connection: AsyncConnection, before: Cup, after: Cup) -> None:
    """Store a change of a cup, or raise a StaleRowError if ``before`` isn't what's stored."""
    await ROWS.save(connection, before, after)


async def discard(connection: AsyncConnection, number: int) -> None:
    """Delete a cup that no one is in."""
    await ROWS.discard(connection, number)


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
    return await ROWS.due(connection, now, limit)


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
    return await ROWS.current_in(connection, guild_id)


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
    return await ROWS.current_of(connection, player_id)

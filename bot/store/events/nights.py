"""Rows of game nights and of who is in them, as game nights."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events import events
from bot.store.events.entrants import InOneServer
from bot.store.schema.conditions import CURRENT_NIGHT, DUE_NIGHT
from bot.store.schema.tables import night_entrants, nights
from bot.values.events.night import Night

_ROWS: Final = InOneServer(Night, events.NIGHT, nights, night_entrants, due=DUE_NIGHT, current=CURRENT_NIGHT)


async def fetch(connection: AsyncConnection, numbers: Collection[int]) -> list[Night]:
    """Return the game nights with these numbers, the newest first, in two statements."""
    return await _ROWS.fetch(connection, numbers)


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a game night until this one ends."""
    await _ROWS.lock(connection, number)


async def add(connection: AsyncConnection, night: Night) -> int:
    """Store a new game night, whose number is ignored, and return its number."""
    return await _ROWS.add(connection, night)


async def save(connection: AsyncConnection, before: Night, after: Night) -> None:
    """Store a change of a game night, or raise a StaleRowError if ``before`` isn't what's stored."""
    await _ROWS.save(connection, before, after)


async def discard(connection: AsyncConnection, number: int) -> None:
    """Delete a game night that no one is in."""
    await _ROWS.discard(connection, number)


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
    """Return the numbers of game nights for which something has to be done, the longest waiting first."""
    return await _ROWS.due(connection, now, limit)


async def current_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the numbers of a guild's game nights that aren't over, in order."""
    return await _ROWS.current_in(connection, guild_id)


async def current_of(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the numbers of the game nights that aren't over and where someone is being paired, in order."""
    return await _ROWS.current_of(connection, player_id)


async def wins_of(connection: AsyncConnection, guild_id: int, *, player_id: int) -> list[datetime]:
    """Return when someone has won game nights of a guild, in no order."""
    statement = (
        select(nights.c.ended_at)
        .join(night_entrants, night_entrants.c.night_id == nights.c.id)
        .where(night_entrants.c.player_id == player_id, night_entrants.c.medal == 1)
        .where(nights.c.guild_id == guild_id)
    )
    return [*await connection.scalars(statement)]

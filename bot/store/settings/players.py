"""Rows of players, and what they have chosen for themselves."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Shape
from bot.store.connections.statements import insert, update_rows
from bot.store.game_rows import HOURS
from bot.store.rows import fetch_one, lock_rows
from bot.store.schema.tables import players
from bot.values.preferences import PlayerPreferences

_CHOICES: Final = Columns(
    PlayerPreferences,
    players,
    Shape(
        names={"confirm": "confirm_moves", "compact": "compact_controls", "turned": "turned_boards"},
        forms={"reminders": HOURS, "notice_clocks": HOURS},
        flat={"controls", "quiet"},
    ),
)


async def remember_player(connection: AsyncConnection, player_id: int, name: str, now: datetime) -> None:
    """Store a player who may be new, under the latest name of their account."""
    row = insert(connection.dialect, players).values(id=player_id, name=name, created_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"name": name}))


async def lock(connection: AsyncConnection, player_ids: Iterable[int]) -> None:
    """Make others who want to hold or change these known players wait until the transaction ends.

    Whoever counts what a player has, and adds to it, holds them first. ``remember_player`` does that, too.
    """
    await lock_rows(connection, players, *player_ids)


async def note_asked(connection: AsyncConnection, player_id: int) -> bool:
    """Store that all servers mustn't list a player who has never chosen; return whether that's new."""
    undecided = players.c.id == player_id, players.c.listed.is_(None)
    return (await connection.execute(update(players).where(*undecided).values(listed=False))).rowcount == 1


async def fetch(connection: AsyncConnection, player_id: int, *, to_change: bool = False) -> PlayerPreferences:
    """Return the choices of a player, known or not. ``to_change`` keeps others from changing them."""
    statement = select(players).where(players.c.id == player_id)
    if to_change:
        # This lets games of the player start meanwhile.
        statement = statement.with_for_update(key_share=True)
    row = await fetch_one(connection, statement, dict[str, Any])
    return _CHOICES.read(row or {})


async def keep(
    connection: AsyncConnection, player_id: int, old: PlayerPreferences, new: PlayerPreferences
) -> None:
    """Store what a known player has changed."""
    changed = _CHOICES.changes(old, new)
    if changed:
        await connection.execute(update(players).where(players.c.id == player_id).values(changed))


async def fetch_no_shows(connection: AsyncConnection, player_id: int) -> tuple[int, datetime | None]:
    """Return how often a player didn't show up in a cup lately, and until when they can't join one."""
    statement = select(players.c.no_shows, players.c.barred_until).where(players.c.id == player_id)
    row = (await connection.execute(statement)).one_or_none()
    return (0, None) if row is None else (row.no_shows, row.barred_until)


async def keep_no_shows(connection: AsyncConnection, count: int, until: datetime, *, player_id: int) -> None:
    """Store how often a known player didn't show up, and until when they can't join cups."""
    values = {"no_shows": count, "barred_until": until}
    await connection.execute(update(players).where(players.c.id == player_id).values(values))


async def clear_no_shows(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Forget that these players didn't show up."""
    barred = (players.c.id.in_(player_ids), players.c.no_shows > 0)
    await update_rows(connection, players, *barred, no_shows=0, barred_until=None)

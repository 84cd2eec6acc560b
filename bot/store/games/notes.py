"""Rows of notes: what a player wrote privately about a game."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import notes


async def fetch(connection: AsyncConnection, number: int, player_id: int) -> str:
    """A player's note about a game; an empty string if there is none."""
    statement = select(notes.c.text).where(notes.c.game_id == number, notes.c.player_id == player_id)
    text: str | None = await connection.scalar(statement)
    return text or ""


async def keep(connection: AsyncConnection, number: int, player_id: int, text: str, now: datetime) -> None:
    """Store a note in place of the previous one."""
    later = {"text": text, "written_at": now}
    row = insert(connection.dialect, notes).values(game_id=number, player_id=player_id, **later)
    await connection.execute(row.on_conflict_do_update(index_elements=["game_id", "player_id"], set_=later))


async def drop(connection: AsyncConnection, number: int, player_id: int) -> None:
    """Delete a note."""
    await connection.execute(delete(notes).where(notes.c.game_id == number, notes.c.player_id == player_id))

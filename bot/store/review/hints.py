"""Rows of hints: who asked for one, in what game, and at what ply."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import hints


async def add(connection: AsyncConnection, number: int, ply: int, player_id: int, now: datetime) -> None:
    """Store a hint. Another one at the same ply counts as the same hint."""
    values = {"game_id": number, "ply": ply, "player_id": player_id, "given_at": now}
    row = insert(connection.dialect, hints).values(values)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["game_id", "ply", "player_id"]))

"""Rows of hints: who asked for one, in which game, at which ply."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import hints
from bot.store.upsert import insert


async def add(connection: AsyncConnection, number: int, ply: int, player_id: int, now: datetime) -> None:
    """Note a hint. One at the same ply is the same hint again."""
    row = insert(connection.dialect, hints).values(game_id=number, ply=ply, player_id=player_id, given_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["game_id", "ply", "player_id"]))

"""Rows of hints: who asked for one, in which game, at which ply."""

from datetime import datetime

from sqlalchemy import BigInteger, Integer, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import Instant, games, hints


async def add(connection: AsyncConnection, number: int, ply: int, player_id: int, now: datetime) -> None:
    """Store a hint in a running game. Another one at the same ply is the same hint again."""
    given = select(
        games.c.id, literal(ply, Integer), literal(player_id, BigInteger), literal(now, Instant)
    ).where(games.c.id == number, games.c.status == "active")
    row = insert(connection.dialect, hints).from_select(["game_id", "ply", "player_id", "given_at"], given)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["game_id", "ply", "player_id"]))

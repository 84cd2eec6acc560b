"""Rows of hints: who asked for one, in which game, at which ply."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import hints
from bot.store.upsert import insert


async def add(connection: AsyncConnection, number: int, ply: int, player_id: int, now: datetime) -> None:
    """Note a hint. One at the same ply is the same hint again."""
    row = insert(connection.dialect, hints).values(game_id=number, ply=ply, player_id=player_id, given_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["game_id", "ply", "player_id"]))


async def counts_of(connection: AsyncConnection, numbers: Iterable[int]) -> dict[tuple[int, int], int]:
    """How many hints each player took in each of these games, by game and player; nothing stands for none."""
    statement = (
        select(hints.c.game_id, hints.c.player_id, func.count())
        .where(hints.c.game_id.in_(list(numbers)))
        .group_by(hints.c.game_id, hints.c.player_id)
    )
    return {(game, player): count for game, player, count in await connection.execute(statement)}

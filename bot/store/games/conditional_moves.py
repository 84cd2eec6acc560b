"""Rows of conditional moves: each answer that a player has planned, after the moves that lead to it.

The moves of a line are separated by spaces. They are read along with their game (``game_rows``).
"""

from collections.abc import Iterable

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import plans


async def keep(connection: AsyncConnection, number: int, player_id: int, lines: Iterable[str]) -> None:
    """Replace everything that a player has planned in a game with these lines."""
    await connection.execute(delete(plans).where(plans.c.game_id == number, plans.c.player_id == player_id))
    rows = [{"game_id": number, "player_id": player_id, "line": line} for line in lines]
    if rows:
        await connection.execute(insert(plans), rows)


async def drop_of_game(connection: AsyncConnection, number: int) -> None:
    """Delete what both players have planned."""
    await connection.execute(delete(plans).where(plans.c.game_id == number))

"""Rows of plans: for each answer that a player has planned, the moves that lead to it, and it.

The moves of a line are parted by spaces. They are read along with their game (``game_rows``).
"""

from collections.abc import Iterable

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import plans


async def keep(connection: AsyncConnection, number: int, player_id: int, lines: Iterable[str]) -> None:
    """Put these lines in place of all that a player has planned in a game."""
    await connection.execute(delete(plans).where(plans.c.game_id == number, plans.c.player_id == player_id))
    rows = [{"game_id": number, "player_id": player_id, "line": line} for line in lines]
    if rows:
        await connection.execute(insert(plans), rows)


async def drop_of_game(connection: AsyncConnection, number: int) -> None:
    """Forget what both players have planned."""
    await connection.execute(delete(plans).where(plans.c.game_id == number))

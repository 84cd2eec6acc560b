"""Rows of moves that were taken back."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import moves, taken_back_moves

_KEPT = ("game_id", "ply", "move", "revision", "played_at")


async def take_back(connection: AsyncConnection, number: int, ply: int, revision: int) -> None:
    """Move a game's moves from ``ply`` on to the taken-back ones; ``revision`` is the game's afterwards."""
    undone = (moves.c.game_id == number, moves.c.ply >= ply)
    columns = [moves.c[name] for name in _KEPT]
    rows = (await connection.execute(select(*columns).where(*undone))).mappings()
    kept = [{**row, "taken_back_at_revision": revision} for row in rows]
    await connection.execute(insert(taken_back_moves), kept)
    await connection.execute(delete(moves).where(*undone))

"""When each player was last seen at each of their games."""

from datetime import datetime
from functools import lru_cache

from sqlalchemy import Dialect, Insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import presences


@lru_cache(maxsize=2)
def _put(dialect: Dialect) -> Insert:
    row = insert(dialect, presences)
    later = {"seen_at": row.excluded.seen_at}
    return row.on_conflict_do_update(index_elements=["game_id", "player_id"], set_=later)


async def see(connection: AsyncConnection, game_id: int, player_id: int, now: datetime) -> None:
    """Record that a player is at a game now."""
    row = {"game_id": game_id, "player_id": player_id, "seen_at": now}
    await connection.execute(_put(connection.dialect), row)

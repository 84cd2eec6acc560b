"""When each player was last seen at each of his games."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import presences
from bot.store.upsert import insert


async def see(connection: AsyncConnection, game_id: int, player_id: int, now: datetime) -> None:
    """Note that a player was at a game just now."""
    row = insert(connection.dialect, presences).values(game_id=game_id, player_id=player_id, seen_at=now)
    await connection.execute(
        row.on_conflict_do_update(index_elements=["game_id", "player_id"], set_={"seen_at": now})
    )


async def seen_at(connection: AsyncConnection, game_id: int, player_id: int) -> datetime | None:
    """When a player was last at a game; None if never."""
    statement = select(presences.c.seen_at).where(
        presences.c.game_id == game_id, presences.c.player_id == player_id
    )
    seen: datetime | None = await connection.scalar(statement)
    return seen

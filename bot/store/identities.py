"""Rows of guilds and players: who was seen where."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tables
from bot.store.upsert import insert


async def remember_guild(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    """Keep a guild that may be new."""
    row = insert(connection.dialect, tables.guilds).values(id=guild_id, created_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["id"]))


async def remember_player(connection: AsyncConnection, player_id: int, name: str, now: datetime) -> None:
    """Keep a player that may be new, under the name seen last."""
    row = insert(connection.dialect, tables.players).values(id=player_id, name=name, created_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"name": name}))

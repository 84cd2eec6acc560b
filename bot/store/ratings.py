"""Ratings of players, and how games changed them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import players, rating_changes, ratings
from bot.store.upsert import insert


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's rating, deviation and volatility in a pool, since the game that was ``rated_at`` then."""

    pool: int
    player_id: int
    rating: float
    deviation: float
    volatility: float
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class RatingChangeRow:
    """A player's rating before and after a game."""

    game_id: int
    player_id: int
    before: float
    after: float


async def hold(connection: AsyncConnection, pool: int, player_ids: Iterable[int]) -> dict[int, RatingRow]:
    """The ratings of these players, which nobody else changes until the transaction ends.

    Who has none is left out.
    """
    ids = sorted(player_ids)
    # In the order of their ids, so that two games of the same two never wait for each other.
    await connection.execute(
        select(players.c.id).where(players.c.id.in_(ids)).order_by(players.c.id).with_for_update()
    )
    statement = select(ratings).where(ratings.c.pool == pool, ratings.c.player_id.in_(ids))
    return {row.player_id: RatingRow(*row) for row in await connection.execute(statement)}


async def keep(connection: AsyncConnection, row: RatingRow) -> None:
    """Keep a player's rating in place of his former one."""
    values = {name: getattr(row, name) for name in RatingRow.__slots__}
    later = {name: value for name, value in values.items() if name not in {"pool", "player_id"}}
    statement = insert(connection.dialect, ratings).values(values)
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["pool", "player_id"], set_=later)
    )


async def add_change(connection: AsyncConnection, row: RatingChangeRow) -> None:
    """Note how a game changed a rating."""
    values = {name: getattr(row, name) for name in RatingChangeRow.__slots__}
    await connection.execute(sqlalchemy_insert(rating_changes).values(values))

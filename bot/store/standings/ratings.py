"""Ratings of players, and how games changed them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import rating_changes, ratings

_KEY = ("pool", "player_id")


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's rating, deviation and volatility in a pool, since the game at ``rated_at``."""

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


async def hold(connection: AsyncConnection, one: RatingRow, other: RatingRow) -> dict[int, RatingRow]:
    """The ratings of two players in one pool, keyed by player, locked until the transaction ends.

    ``one`` and ``other`` are stored first for a player who has no rating there yet.
    """
    # Always locked in the order of their key, so that two games between the same two never wait for each
    # other.
    rows = [_values(row) for row in sorted((one, other), key=lambda row: row.player_id)]
    first = insert(connection.dialect, ratings).values(rows)
    await connection.execute(first.on_conflict_do_nothing(index_elements=_KEY))
    statement = (
        select(ratings)
        .where(ratings.c.pool == one.pool, ratings.c.player_id.in_((one.player_id, other.player_id)))
        .order_by(ratings.c.player_id)
        .with_for_update()
    )
    return {row.player_id: RatingRow(*row) for row in await connection.execute(statement)}


async def keep(connection: AsyncConnection, row: RatingRow) -> None:
    """Store a rating in place of the one that ``hold`` returned."""
    later = {name: value for name, value in _values(row).items() if name not in _KEY}
    statement = update(ratings).where(ratings.c.pool == row.pool, ratings.c.player_id == row.player_id)
    await connection.execute(statement.values(later))


async def add_change(connection: AsyncConnection, row: RatingChangeRow) -> None:
    """Store how a game changed a rating."""
    values = {name: getattr(row, name) for name in RatingChangeRow.__slots__}
    await connection.execute(sqlalchemy_insert(rating_changes).values(values))


def _values(row: RatingRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in RatingRow.__slots__}

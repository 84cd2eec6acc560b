"""What each rated game did to the ratings of its players, in each of its pools."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from sqlalchemy import delete, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import fetch_all, values_of
from bot.store.schema.tables import rating_changes, rating_events
from bot.store.standings.ratings import Key

_KEY = ("pool", "ruleset", "player_id", "event_id")


@dataclass(frozen=True, slots=True)
class RatingChangeRow:
    """A player's rating in a pool and ruleset before and after a game, and other figures after it.

    ``opponent_rating`` is the opponent's before the game. ``score`` is 1 for a win, 0.5 for a draw, or 0.
    """

    pool: int
    ruleset: str
    player_id: int
    event_id: int
    game_id: int
    opponent_id: int
    opponent_rating: float
    score: float
    before: float
    after: float
    deviation: float
    volatility: float
    games: int
    streak: int
    rated_at: datetime

    @property
    def key(self) -> Key:
        return self.pool, self.ruleset, self.player_id


_CHANGE = attrgetter(*RatingChangeRow.__slots__)


async def add(connection: AsyncConnection, changes: Sequence[RatingChangeRow]) -> None:
    """Store what a game did."""
    if changes:
        await connection.execute(insert(rating_changes), [values_of(row) for row in changes])


async def last_before(
    connection: AsyncConnection, keys: Collection[Key], event_id: int
) -> list[RatingChangeRow]:
    """Return the last change of each of these ratings before an event, if it had one."""
    last = rating_changes.alias("last")
    of_key = (rating_changes.c[name] == last.c[name] for name in _KEY[:-1])
    before = select(func.max(last.c.event_id)).where(*of_key, last.c.event_id < event_id)
    statement = select(rating_changes).where(
        tuple_(*(rating_changes.c[name] for name in _KEY[:-1])).in_(keys),
        rating_changes.c.event_id == before.scalar_subquery(),
    )
    return await fetch_all(connection, statement, RatingChangeRow)


async def correct(
    connection: AsyncConnection, event_ids: Sequence[int], right: Sequence[RatingChangeRow]
) -> int:
    """Replace the changes by some events with the ``right`` ones; return how many rows were wrong."""
    by_these = rating_changes.c.event_id.in_(event_ids)
    stored = await connection.execute(select(rating_changes).where(by_these))
    wrong = {row[: len(_KEY)] for row in set(map(tuple, stored)) ^ set(map(_CHANGE, right))}
    if wrong:
        await connection.execute(delete(rating_changes).where(by_these))
        await add(connection, right)
    return len(wrong)


async def remove(connection: AsyncConnection, event_id: int) -> list[Key]:
    """Delete the changes by an event, and return the ratings that it had changed."""
    of_event = rating_changes.c.event_id == event_id
    keys = (rating_changes.c[name] for name in _KEY[:-1])
    found = (await connection.execute(select(*keys).where(of_event))).all()
    await connection.execute(delete(rating_changes).where(of_event))
    return [(row.pool, row.ruleset, row.player_id) for row in found]


async def remove_others(connection: AsyncConnection) -> int:
    """Delete the changes by events that aren't games; return how many there were."""
    games = select(rating_events.c.id).where(rating_events.c.game_id.is_not(None))
    deleted = await connection.execute(delete(rating_changes).where(rating_changes.c.event_id.not_in(games)))
    return deleted.rowcount

"""Players' ratings, each as of their last rated game in a pool and ruleset.

A pool is a guild's id, or ``EVERYWHERE`` for all games wherever they're played.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from sqlalchemy import case, delete, select, tuple_, update
from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.rows import fetch_all, keep_rows, stop_other_writers, values_of
from bot.store.schema.tables import EVERYWHERE, rating_changes, rating_events, ratings

Key = tuple[int, str, int]
"""A pool, a ruleset and a player's id."""

_KEY = ("pool", "ruleset", "player_id")


def pool_of(guild_id: int | None) -> int:
    """Return the pool of a guild, or the pool of all games if it's None."""
    return EVERYWHERE if guild_id is None else guild_id


@dataclass(frozen=True, slots=True, order=True)
class RatingRow:
    """A player's rating in a pool and ruleset since the game at ``rated_at``, and what goes with it.

    ``games`` counts rated games. ``streak`` counts the last wins in a row, or, below 0, the last losses.
    Without further games, the rating stays established until ``established_until``; None if it isn't now.
    """

    pool: int
    ruleset: str
    player_id: int
    rating: float
    deviation: float
    volatility: float
    games: int
    streak: int
    rated_at: datetime
    established_until: datetime | None

    @property
    def key(self) -> Key:
        return self.pool, self.ruleset, self.player_id


# The columns as a tuple. What `dataclasses` has for this copies every value, which takes ten times as long.
_RATING = attrgetter(*RatingRow.__slots__)


async def hold(connection: AsyncConnection, rows: Iterable[RatingRow]) -> list[RatingRow]:
    """Return the ratings with the keys of ``rows``, locked until the transaction ends.

    Where there's no rating yet, ``rows`` are stored first. All have the same ruleset, and each pool has the
    same players.
    """
    # Always locked in the order of their key, so that two games that end at the same time never wait for each
    # other.
    first = sorted(rows)
    adding = insert(connection.dialect, ratings).values([values_of(row) for row in first])
    await connection.execute(adding.on_conflict_do_nothing())
    wanted = (ratings.c[name].in_({getattr(row, name) for row in first}) for name in _KEY)
    statement = select(ratings).where(*wanted).order_by(*(ratings.c[name] for name in _KEY))
    return await fetch_all(connection, statement.with_for_update(), RatingRow)


async def of_players(
    connection: AsyncConnection, pool: int, ruleset: str, player_ids: Collection[int]
) -> list[RatingRow]:
    """Return the ratings of these players in a pool and ruleset. Those without one are left out."""
    wanted = (ratings.c.pool == pool, ratings.c.ruleset == ruleset)
    statement = select(ratings).where(*wanted, ratings.c.player_id.in_(list(player_ids)))
    return await fetch_all(connection, statement, RatingRow)


async def keep(connection: AsyncConnection, rows: Iterable[RatingRow]) -> None:
    """Store ratings in place of those with the same keys, if there are any."""
    await keep_rows(connection, ratings, sorted(rows))


async def remove(connection: AsyncConnection, keys: Sequence[Key]) -> None:
    """Delete ratings of players without a rated game that counts."""
    if keys:
        key = tuple_(*(ratings.c[name] for name in _KEY))
        await connection.execute(delete(ratings).where(key.in_(keys)))


async def widen(connection: AsyncConnection, pool: int, *, deviation: float) -> None:
    """Raise all smaller deviations in a pool to ``deviation``; after that, no rating is established."""
    wider = case((ratings.c.deviation < deviation, deviation), else_=ratings.c.deviation)
    await connection.execute(
        update(ratings).where(ratings.c.pool == pool).values(deviation=wider, established_until=None)
    )


async def keep_others_out(connection: AsyncConnection) -> None:
    """Make everyone else who wants to change a rating wait until the transaction ends."""
    await stop_other_writers(connection, ratings, rating_events, rating_changes)


async def correct(connection: AsyncConnection, right: Iterable[RatingRow]) -> int:
    """Replace all ratings with the ``right`` ones; return how many rows were wrong."""
    rows = list(right)
    stored = await connection.execute(select(ratings))
    wrong = {row[: len(_KEY)] for row in set(map(tuple, stored)) ^ set(map(_RATING, rows))}
    if wrong:
        await connection.execute(delete(ratings))
        if rows:
            await connection.execute(sqlalchemy_insert(ratings), [values_of(row) for row in rows])
    return len(wrong)

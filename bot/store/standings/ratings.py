"""Ratings of players, the games that changed them, and how.

A pool is a guild's id, or ``EVERYWHERE`` for all games wherever they're played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Table, delete, select, text
from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import games, rated_games, rating_changes, ratings

_KEY = ("pool", "ruleset", "player_id")
_CHANGED = ("rating", "deviation", "volatility", "rated_at")


@dataclass(frozen=True, slots=True, order=True)
class RatingRow:
    """A player's rating, deviation and volatility in a pool and ruleset, since the game at ``rated_at``."""

    pool: int
    ruleset: str
    player_id: int
    rating: float
    deviation: float
    volatility: float
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class RatingChangeRow:
    """A player's rating in a pool before and after a game, and its deviation after it."""

    game_id: int
    pool: int
    player_id: int
    before: float
    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatedGameRow:
    """A game that changed ratings; ``id`` is its number in the order of such games."""

    id: int
    game_id: int
    guild_id: int | None
    ruleset: str
    white_id: int
    black_id: int
    winner: str | None
    finished_at: datetime


# Their columns as a tuple. What `dataclasses` has for this copies every value, which takes ten times as long.
_RATING = attrgetter(*RatingRow.__slots__)
_CHANGE = attrgetter(*RatingChangeRow.__slots__)


async def hold(connection: AsyncConnection, rows: Iterable[RatingRow]) -> list[RatingRow]:
    """The ratings with the keys of ``rows``, locked until the transaction ends.

    ``rows`` themselves are stored first, where there's no rating yet. They have one ruleset, and all the
    same players in each pool.
    """
    # Always locked in the order of their key, so that two games that end at once never wait for each other.
    first = sorted(rows)
    adding = insert(connection.dialect, ratings).values([_values(row) for row in first])
    await connection.execute(adding.on_conflict_do_nothing(index_elements=_KEY))
    wanted = (ratings.c[name].in_({getattr(row, name) for row in first}) for name in _KEY)
    statement = select(ratings).where(*wanted).order_by(*(ratings.c[name] for name in _KEY))
    return [RatingRow(*row) for row in await connection.execute(statement.with_for_update())]


async def keep(connection: AsyncConnection, rows: Sequence[RatingRow]) -> None:
    """Store ratings in place of those that ``hold`` returned."""
    statement = insert(connection.dialect, ratings).values([_values(row) for row in sorted(rows)])
    later = {name: statement.excluded[name] for name in _CHANGED}
    await connection.execute(statement.on_conflict_do_update(index_elements=_KEY, set_=later))


async def add_game(connection: AsyncConnection, game_id: int, changes: Sequence[RatingChangeRow]) -> None:
    """Store that a game is the latest that changed ratings, and how."""
    await connection.execute(sqlalchemy_insert(rated_games).values(game_id=game_id))
    await connection.execute(sqlalchemy_insert(rating_changes).values([_values(row) for row in changes]))


async def keep_others_out(connection: AsyncConnection) -> None:
    """Make all others who want to change a rating wait until the transaction ends."""
    if connection.dialect.name == "postgresql":
        # SQLite only has one writer at a time anyway.
        names = ", ".join(table.name for table in (ratings, rated_games, rating_changes))
        await connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


async def rated_after(connection: AsyncConnection, last: int, *, limit: int) -> list[RatedGameRow]:
    """The games that changed ratings after the one with the id ``last``, in order, up to ``limit``."""
    columns = (games.c[name] for name in RatedGameRow.__slots__[2:])
    statement = (
        select(rated_games.c.id, rated_games.c.game_id, *columns)
        .join(games, games.c.id == rated_games.c.game_id)
        .where(rated_games.c.id > last)
        .order_by(rated_games.c.id)
        .limit(limit)
    )
    return [RatedGameRow(*row) for row in await connection.execute(statement)]


async def correct_changes(
    connection: AsyncConnection, game_ids: Sequence[int], right: Sequence[RatingChangeRow]
) -> int:
    """Make the changes of some games those that are ``right``; return how many rows weren't."""
    of_these = rating_changes.c.game_id.in_(game_ids)
    stored = await connection.execute(select(rating_changes).where(of_these))
    wrong = {row[:3] for row in set(map(tuple, stored)) ^ set(map(_CHANGE, right))}
    if wrong:
        await connection.execute(delete(rating_changes).where(of_these))
        await _add_all(connection, rating_changes, right)
    return len(wrong)


async def delete_other_changes(connection: AsyncConnection) -> int:
    """Delete the changes of games that change no rating; return how many there were."""
    changing = select(rated_games.c.game_id)
    others = rating_changes.c.game_id.not_in(changing)
    deleted = await connection.execute(delete(rating_changes).where(others))
    return deleted.rowcount


async def correct(connection: AsyncConnection, right: Sequence[RatingRow]) -> int:
    """Make all ratings those that are ``right``; return how many rows weren't."""
    stored = await connection.execute(select(ratings))
    wrong = {row[:3] for row in set(map(tuple, stored)) ^ set(map(_RATING, right))}
    if wrong:
        await connection.execute(delete(ratings))
        await _add_all(connection, ratings, right)
    return len(wrong)


async def _add_all(
    connection: AsyncConnection, table: Table, rows: Sequence[RatingRow] | Sequence[RatingChangeRow]
) -> None:
    if rows:
        await connection.execute(sqlalchemy_insert(table), [_values(row) for row in rows])


def _values(row: RatingRow | RatingChangeRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in type(row).__slots__}

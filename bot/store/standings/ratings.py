"""Players' ratings as of their last rated games, how each game changed them, and the order of all that did.

A pool is a guild's id, or ``EVERYWHERE`` for all games wherever they're played.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from sqlalchemy import case, delete, func, not_, select, tuple_, update
from sqlalchemy import insert as sqlalchemy_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.rows import add_row, fetch_all, stop_other_writers, upsert_rows, values_of
from bot.store.schema.conditions import constant_text
from bot.store.schema.tables import (
    EVERYWHERE,
    games,
    outdated_ratings,
    rating_changes,
    rating_events,
    ratings,
    seasons,
)

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


async def lock(connection: AsyncConnection, rows: Iterable[RatingRow]) -> list[RatingRow]:
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
    await upsert_rows(connection, ratings, sorted(rows))


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


_CHANGE_KEY = ("pool", "ruleset", "player_id", "event_id")


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


async def add_changes(connection: AsyncConnection, changes: Sequence[RatingChangeRow]) -> None:
    """Store what a game did."""
    if changes:
        await connection.execute(sqlalchemy_insert(rating_changes), [values_of(row) for row in changes])


async def last_changes(
    connection: AsyncConnection, keys: Collection[Key], event_id: int
) -> list[RatingChangeRow]:
    """Return the last change of each of these ratings before an event, if it had one."""
    last = rating_changes.alias("last")
    of_key = (rating_changes.c[name] == last.c[name] for name in _CHANGE_KEY[:-1])
    before = select(func.max(last.c.event_id)).where(*of_key, last.c.event_id < event_id)
    statement = select(rating_changes).where(
        tuple_(*(rating_changes.c[name] for name in _CHANGE_KEY[:-1])).in_(keys),
        rating_changes.c.event_id == before.scalar_subquery(),
    )
    return await fetch_all(connection, statement, RatingChangeRow)


async def correct_changes(
    connection: AsyncConnection, event_ids: Sequence[int], right: Sequence[RatingChangeRow]
) -> int:
    """Replace the changes by some events with the ``right`` ones; return how many rows were wrong."""
    by_these = rating_changes.c.event_id.in_(event_ids)
    stored = await connection.execute(select(rating_changes).where(by_these))
    wrong = {row[: len(_CHANGE_KEY)] for row in set(map(tuple, stored)) ^ set(map(_CHANGE, right))}
    if wrong:
        await connection.execute(delete(rating_changes).where(by_these))
        await add_changes(connection, right)
    return len(wrong)


async def remove_changes(connection: AsyncConnection, event_id: int, *, pool: int) -> list[Key]:
    """Delete the changes by an event in a pool, and return the ratings that it had changed there."""
    these = (rating_changes.c.event_id == event_id, rating_changes.c.pool == pool)
    keys = (rating_changes.c[name] for name in _CHANGE_KEY[:-1])
    found = (await connection.execute(select(*keys).where(*these))).all()
    await connection.execute(delete(rating_changes).where(*these))
    return [(row.pool, row.ruleset, row.player_id) for row in found]


async def remove_other_changes(connection: AsyncConnection) -> int:
    """Delete the changes by events that aren't games; return how many there were."""
    games = select(rating_events.c.id).where(rating_events.c.game_id.is_not(None))
    deleted = await connection.execute(delete(rating_changes).where(rating_changes.c.event_id.not_in(games)))
    return deleted.rowcount


@dataclass(frozen=True, slots=True)
class RatedGameRow:
    """A game that changed ratings; ``event_id`` is its number among all rating events.

    One that was annulled since is as it was for all servers: it's in no guild, and has its former winner.
    """

    event_id: int
    game_id: int
    guild_id: int | None
    ruleset: str
    white_id: int
    black_id: int
    winner: str | None
    finished_at: datetime


_IS_ANNULLED = games.c.reason == constant_text("annulled")
_AS_RATED = {
    "guild_id": case((not_(_IS_ANNULLED), games.c.guild_id)).label("guild_id"),
    "winner": case((_IS_ANNULLED, games.c.annulled_winner), else_=games.c.winner).label("winner"),
}


async def add_game(connection: AsyncConnection, game_id: int, ruleset: str) -> int:
    """Store a game as the latest event that changed ratings, and return the event's number."""
    return await add_row(connection, rating_events, {"game_id": game_id, "ruleset": ruleset})


async def add_restart(connection: AsyncConnection, season_id: int) -> int:
    """Store the end of a season as the latest event that changed ratings, and return the event's number."""
    return await add_row(connection, rating_events, {"season_id": season_id})


async def find_game(connection: AsyncConnection, game_id: int) -> int | None:
    """Return the event of a game that changed ratings; None if it didn't."""
    statement = select(rating_events.c.id).where(rating_events.c.game_id == game_id)
    found: int | None = await connection.scalar(statement)
    return found


async def games_after(
    connection: AsyncConnection, ruleset: str, event_id: int, *, limit: int
) -> list[RatedGameRow]:
    """Return the games of a ruleset that changed ratings after an event, in order, up to ``limit``."""
    columns = (_AS_RATED.get(name, games.c[name]) for name in RatedGameRow.__slots__[2:])
    statement = (
        select(rating_events.c.id.label("event_id"), rating_events.c.game_id, *columns)
        .join(games, games.c.id == rating_events.c.game_id)
        .where(rating_events.c.ruleset == ruleset, rating_events.c.id > event_id)
        .order_by(rating_events.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, RatedGameRow)


async def restarts(connection: AsyncConnection, pools: Collection[int]) -> list[tuple[int, int]]:
    """Return the ends of all seasons of these guilds, in order, each as its guild's pool and its event."""
    statement = (
        select(seasons.c.guild_id.label("pool"), rating_events.c.id.label("event_id"))
        .join(seasons, seasons.c.id == rating_events.c.season_id)
        .where(seasons.c.guild_id.in_(pools))
        .order_by(rating_events.c.id)
    )
    return [(row.pool, row.event_id) for row in await connection.execute(statement)]


async def mark_outdated(connection: AsyncConnection, ruleset: str, event_id: int) -> None:
    """Store that the games of a ruleset after an event have to be rated again."""
    statement = insert(connection.dialect, outdated_ratings).values(ruleset=ruleset, after_event_id=event_id)
    earlier = statement.excluded.after_event_id < outdated_ratings.c.after_event_id
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["ruleset"],
            set_={"after_event_id": statement.excluded.after_event_id},
            where=earlier,
        )
    )


async def next_outdated(connection: AsyncConnection) -> tuple[str, int] | None:
    """Return a ruleset, and the event after which its games have to be rated again; or None."""
    row = (await connection.execute(select(outdated_ratings).limit(1))).one_or_none()
    return None if row is None else (row.ruleset, row.after_event_id)


async def rerated(connection: AsyncConnection, ruleset: str, event_id: int | None) -> None:
    """Store that the games of a ruleset have been rated again up to an event, or all of them."""
    await connection.execute(delete(outdated_ratings).where(outdated_ratings.c.ruleset == ruleset))
    if event_id is not None:
        await connection.execute(
            sqlalchemy_insert(outdated_ratings).values(ruleset=ruleset, after_event_id=event_id)
        )


async def mark_all_rerated(connection: AsyncConnection) -> None:
    """Store that nothing is left to rate again."""
    await connection.execute(delete(outdated_ratings))

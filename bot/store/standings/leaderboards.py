"""The leaderboard of rated players: who is on it, in what order, and what's shown for each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import name_in
from bot.store.rows import fetch_all, fetch_one
from bot.store.schema.conditions import ESTABLISHED, LISTED, PROVISIONAL
from bot.store.schema.tables import DELETED_IDS, EVERYWHERE, players, rating_changes, ratings


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The players of a pool who have played a rated game of a ruleset since ``active_since``.

    Its games are those since ``start``, or all of them. Deleted players and those in ``without`` aren't on
    it. The leaderboard of all servers only has those who want to be on it.
    """

    pool: int
    ruleset: str
    now: datetime
    active_since: datetime
    start: datetime | None = None
    without: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A player on a leaderboard, with their rating after their last rated game.

    ``week_ago`` is their rating a week ago, or None without a game since. ``games`` counts the games of
    the leaderboard.
    """

    player_id: int
    name: str
    rating: float
    deviation: float
    volatility: float
    streak: int
    rated_at: datetime
    established_until: datetime | None
    games: int
    week_ago: float | None

    def is_established(self, now: datetime) -> bool:
        """Return whether enough is known about the player for a rank."""
        return self.established_until is not None and self.established_until > now


async def ranked(
    connection: AsyncConnection, leaderboard: Leaderboard, week: datetime, *, offset: int, limit: int
) -> list[PlaceRow]:
    """Return the players whose rating is established, the highest first. ``week`` is a week ago."""
    order = (ratings.c.rating.desc(), ratings.c.player_id)
    found = (
        select(ratings).where(*_ranked(leaderboard)).order_by(*order).offset(offset).limit(limit).subquery()
    )
    return await _page(connection, found, leaderboard, week)


async def provisional(
    connection: AsyncConnection, leaderboard: Leaderboard, week: datetime, *, offset: int, limit: int
) -> list[PlaceRow]:
    """Return the players whose rating isn't established, or no longer is, the highest first."""
    order = (ratings.c.rating.desc(), ratings.c.player_id)
    # Each has its own index; in a single condition, neither would be used.
    parts = (
        select(ratings.c.rating, ratings.c.player_id)
        .where(*_on(leaderboard), which)
        .order_by(*order)
        .limit(offset + limit)
        .subquery()
        for which in _provisional(leaderboard)
    )
    both = union_all(*(select(part) for part in parts)).subquery()
    ordered = select(both).order_by(both.c.rating.desc(), both.c.player_id)
    page = ordered.offset(offset).limit(limit).subquery()
    own = and_(ratings.c.pool == leaderboard.pool, ratings.c.ruleset == leaderboard.ruleset)
    found = select(ratings).join(page, and_(own, ratings.c.player_id == page.c.player_id)).subquery()
    return await _page(connection, found, leaderboard, week)


async def _page(
    connection: AsyncConnection, found: Any, leaderboard: Leaderboard, week: datetime
) -> list[PlaceRow]:
    statement = _places(found, leaderboard, week).order_by(found.c.rating.desc(), found.c.player_id)
    return await fetch_all(connection, statement, PlaceRow)


async def place_of(
    connection: AsyncConnection, leaderboard: Leaderboard, week: datetime, player_id: int
) -> PlaceRow | None:
    """Return a player's place, established or not; None if they aren't on the leaderboard."""
    found = select(ratings).where(*_on(leaderboard), ratings.c.player_id == player_id).subquery()
    return await fetch_one(connection, _places(found, leaderboard, week), PlaceRow)


async def count_better(
    connection: AsyncConnection, leaderboard: Leaderboard, rating: float, *, player_id: int
) -> int:
    """Return how many established players rank above a player with this rating."""
    return await _count(
        connection, [(*_ranked(leaderboard), each) for each in _higher(rating, player_id=player_id)]
    )


async def count_ranked(connection: AsyncConnection, leaderboard: Leaderboard) -> int:
    """Return how many players have a rank."""
    return await _count(connection, [_ranked(leaderboard)])


async def count_before(
    connection: AsyncConnection, leaderboard: Leaderboard, rating: float, *, player_id: int
) -> int:
    """Return how many players are listed before one with this rating who has no rank."""
    higher = [
        (*_on(leaderboard), which, each)
        for which in _provisional(leaderboard)
        for each in _higher(rating, player_id=player_id)
    ]
    return await _count(connection, [_ranked(leaderboard), *higher])


def _higher(rating: float, *, player_id: int) -> tuple[ColumnElement[bool], ...]:
    return ratings.c.rating > rating, and_(ratings.c.rating == rating, ratings.c.player_id < player_id)


async def _count(connection: AsyncConnection, parts: Sequence[Sequence[ColumnElement[bool]]]) -> int:
    # Each is one range of an index; in a single condition, no index would be used.
    counts = (select(func.count()).select_from(ratings).where(*part).scalar_subquery() for part in parts)
    return sum((await connection.execute(select(*counts))).one())


async def latest_ratings(
    connection: AsyncConnection, leaderboard: Leaderboard, player_ids: Sequence[int], *, limit: int
) -> dict[int, list[float]]:
    """Return the ratings of these players after each of their last ``limit`` games, the oldest first."""
    found: dict[int, list[float]] = {player_id: [] for player_id in player_ids}
    if not found:
        return found
    latest = (_latest(leaderboard, limit, player_id=player_id).subquery() for player_id in found)
    statement = union_all(*(select(each.c.player_id, each.c.event_id, each.c.after) for each in latest))
    rows = (await connection.execute(statement)).all()
    for row in sorted(rows, key=lambda row: row.event_id):
        found[row.player_id].append(row.after)
    return found


def _latest(leaderboard: Leaderboard, limit: int, *, player_id: int) -> Select[*tuple[Any, ...]]:
    return (
        select(rating_changes)
        .where(
            rating_changes.c.pool == leaderboard.pool,
            rating_changes.c.ruleset == leaderboard.ruleset,
            rating_changes.c.player_id == player_id,
        )
        .order_by(rating_changes.c.event_id.desc())
        .limit(limit)
    )


def _ranked(leaderboard: Leaderboard) -> list[ColumnElement[bool]]:
    return [*_on(leaderboard), ESTABLISHED, ratings.c.established_until > leaderboard.now]


def _provisional(leaderboard: Leaderboard) -> tuple[ColumnElement[bool], ...]:
    """Return who has no rank: those who never had enough games, or whose last ones are too long ago."""
    return PROVISIONAL, and_(ESTABLISHED, ratings.c.established_until <= leaderboard.now)


def _on(leaderboard: Leaderboard) -> list[ColumnElement[bool]]:
    conditions = [
        ratings.c.pool == leaderboard.pool,
        ratings.c.ruleset == leaderboard.ruleset,
        ratings.c.rated_at >= leaderboard.active_since,
        # For a range of ids, SQLite would use the key and sort the whole pool.
        ~ratings.c.player_id.between(*DELETED_IDS),
    ]
    if leaderboard.without:
        conditions.append(ratings.c.player_id.not_in(sorted(leaderboard.without)))
    if leaderboard.pool == EVERYWHERE:
        conditions.append(ratings.c.player_id.in_(select(players.c.id).where(LISTED)))
    return conditions


def _places(found: Any, leaderboard: Leaderboard, week: datetime) -> Select[*tuple[Any, ...]]:
    """Return the rows of these ratings. Names and games are only looked up for these."""
    own = and_(
        rating_changes.c.pool == found.c.pool,
        rating_changes.c.ruleset == found.c.ruleset,
        rating_changes.c.player_id == found.c.player_id,
    )
    games: ColumnElement[int] = found.c.games
    if leaderboard.start is not None:
        since = rating_changes.c.rated_at >= leaderboard.start
        games = select(func.count()).where(own, since).scalar_subquery()
    first = (rating_changes.c.rated_at, rating_changes.c.event_id)
    week_ago = (
        select(rating_changes.c.before)
        .where(own, rating_changes.c.rated_at >= week)
        .order_by(*first)
        .limit(1)
        .scalar_subquery()
    )
    return select(
        found.c.player_id,
        name_in(found.c.pool, players).label("name"),
        *found.c["rating", "deviation", "volatility", "streak", "rated_at", "established_until"],
        games.label("games"),
        week_ago.label("week_ago"),
    ).join(players, players.c.id == found.c.player_id)

"""The leaderboard of rated players: who is on it, in what order, and what's shown for each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Select, and_, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.conditions import ESTABLISHED, PROVISIONAL
from bot.store.schema.tables import rating_changes, ratings
from bot.store.standings.ranked_lists import RankedList, admitted

_WEEK: Final = timedelta(days=7)


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

    ``rank`` is None for a player whose rating isn't established, or no longer is. ``week_ago`` is their
    rating a week ago, or None without a game since. ``games`` counts the games of the leaderboard.
    """

    rank: int | None
    player_id: int
    name: str
    rating: float
    deviation: float
    volatility: float
    streak: int
    rated_at: datetime
    games: int
    week_ago: float | None


def rated_players(leaderboard: Leaderboard) -> RankedList[PlaceRow]:
    """Return the leaderboard as a list: those whose rating is established, and then the others."""
    rating = ratings.c
    return RankedList(
        pool=leaderboard.pool,
        listed=[
            rating.pool == leaderboard.pool,
            rating.ruleset == leaderboard.ruleset,
            rating.rated_at >= leaderboard.active_since,
            *admitted(rating.player_id, leaderboard.pool, leaderboard.without),
        ],
        highest_first=(rating.rating,),
        lowest_first=(rating.player_id,),
        ranked=and_(ESTABLISHED, rating.established_until > leaderboard.now),
        unranked=(PROVISIONAL, and_(ESTABLISHED, rating.established_until <= leaderboard.now)),
        with_facts=lambda lines, found: _with_facts(lines, found, leaderboard),
        make=PlaceRow,
    )


def _with_facts(lines: Select[Any], found: FromClause, leaderboard: Leaderboard) -> Select[Any]:
    rated, changed = (
        and_(
            theirs.c.pool == leaderboard.pool,
            theirs.c.ruleset == leaderboard.ruleset,
            theirs.c.player_id == found.c.player_id,
        )
        for theirs in (ratings, rating_changes)
    )
    games: ColumnElement[int] = ratings.c.games
    if leaderboard.start is not None:
        since = rating_changes.c.rated_at >= leaderboard.start
        games = select(func.count()).where(changed, since).scalar_subquery()
    week_ago = (
        select(rating_changes.c.before)
        .where(changed, rating_changes.c.rated_at >= leaderboard.now - _WEEK)
        .order_by(rating_changes.c.rated_at, rating_changes.c.event_id)
        .limit(1)
        .scalar_subquery()
    )
    return lines.join(ratings, rated).add_columns(
        *ratings.c["deviation", "volatility", "streak", "rated_at"],
        games.label("games"),
        week_ago.label("week_ago"),
    )


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

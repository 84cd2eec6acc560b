"""The leaderboard of rated players, and the ladder of those who have beaten the computer without help."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    and_,
    case,
    delete,
    false,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.rows import recompute_table
from bot.store.schema.conditions import ESTABLISHED, PROVISIONAL, counted, is_computer, is_person
from bot.store.schema.tables import EVERYWHERE, games, ladder_rungs, rating_changes, ratings
from bot.store.standings.ranked_lists import RankedList, admitted
from bot.store.standings.ratings import pool_of
from bot.values.players import Player
from bot.values.standings import Rung

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


_COLUMNS = ("pool", "player_id", "level", "wins", "first_won_at")


def ladder(pool: int, without: Collection[int] = ()) -> RankedList[Rung]:
    """Return the players of a pool who have beaten the computer without a hint or a takeback.

    Deleted players and those in ``without`` aren't on it. The ladder of all servers only has those who want
    to be on it.
    """
    rung = ladder_rungs.c
    return RankedList(
        pool=pool,
        listed=[rung.pool == pool, *admitted(rung.player_id, pool, without)],
        highest_first=(rung.level, rung.wins),
        lowest_first=(rung.first_won_at, rung.player_id),
        make=lambda rank, player_id, name, level, wins, **_: Rung(rank, Player(player_id, name), level, wins),
    )


async def highest_beaten(connection: AsyncConnection, guild_id: int | None, *, player_id: int) -> int | None:
    """Return the highest level that a player has beaten without help, in a guild or anywhere."""
    rung = (ladder_rungs.c.pool == pool_of(guild_id), ladder_rungs.c.player_id == player_id)
    level: int | None = await connection.scalar(select(ladder_rungs.c.level).where(*rung))
    return level


async def count_win(connection: AsyncConnection, number: int) -> None:
    """Count a game that has just ended, if a person has beaten the computer without help."""
    # In the order of the key, so that two games of the same player never wait for each other.
    found = _counted(games.c.id == number).order_by("pool", "player_id")
    statement = insert(connection.dialect, ladder_rungs).from_select(_COLUMNS, found)
    rung, won = ladder_rungs.c, statement.excluded
    is_higher = won.level > rung.level
    is_earlier = won.first_won_at < rung.first_won_at
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["pool", "player_id"],
            set_={
                "level": won.level,
                "wins": case((is_higher, won.wins), else_=rung.wins + won.wins),
                "first_won_at": case((is_higher | is_earlier, won.first_won_at), else_=rung.first_won_at),
            },
            where=won.level >= rung.level,
        )
    )


async def recount_wins(connection: AsyncConnection, pools: Collection[int], player_id: int) -> None:
    """Count all games of a player with the computer again, in these pools."""
    own = ladder_rungs.c.pool.in_(pools), ladder_rungs.c.player_id == player_id
    await connection.execute(delete(ladder_rungs).where(*own))
    rungs = _counted(player_id=player_id).subquery()
    found = select(*(rungs.c[name] for name in _COLUMNS)).where(rungs.c.pool.in_(pools))
    await connection.execute(insert(connection.dialect, ladder_rungs).from_select(_COLUMNS, found))


async def recompute_ladder(connection: AsyncConnection) -> int:
    """Recount every game, and return how many rows were wrong."""
    return await recompute_table(connection, ladder_rungs, _counted())


def _counted(*conditions: ColumnElement[bool], player_id: int | None = None) -> Select[*tuple[Any, ...]]:
    won = union_all(
        *(
            _won_by(color, pool, has_won, *conditions, player_id=player_id)
            for color in ("white", "black")
            for pool, has_won in (
                (literal(EVERYWHERE), or_(_has_won(color), games.c.annulled_winner == color)),
                (games.c.guild_id, _has_won(color)),
            )
        )
    ).subquery()
    player = (won.c.pool, won.c.player_id)
    levels = (
        select(
            *player,
            won.c.level,
            func.count().label("wins"),
            func.min(won.c.finished_at).label("first_won_at"),
            func.max(won.c.level).over(partition_by=player).label("highest"),
        )
        .group_by(*player, won.c.level)
        .subquery()
    )
    columns = (levels.c[name] for name in _COLUMNS)
    return select(*columns).where(levels.c.level == levels.c.highest)


def _has_won(color: str) -> ColumnElement[bool]:
    return and_(counted(), games.c.winner == color)


def _won_by(
    color: str, pool: ColumnElement[Any], *conditions: ColumnElement[bool], player_id: int | None
) -> Select[*tuple[Any, ...]]:
    other = "black" if color == "white" else "white"
    winner = games.c[f"{color}_id"]
    return select(
        pool.label("pool"),
        winner.label("player_id"),
        games.c[f"{other}_id"].label("level"),
        games.c.finished_at,
    ).where(
        pool.is_not(None),
        is_person(winner),
        is_computer(games.c[f"{other}_id"]),
        games.c[f"{color}_helped"].is_(false()),
        *conditions,
        *([] if player_id is None else [winner == player_id]),
    )

"""Rows of due times: what will happen without a click, and when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Insert,
    Row,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shards import Shard
from bot.store.clocks.heartbeats import is_answered, is_of
from bot.store.connections.statements import in_key_order
from bot.store.connections.statements import insert as insert_or
from bot.store.rows import fetch_all, values_of
from bot.store.schema.conditions import constant_text
from bot.store.schema.tables import challenges, due_times, games, searches
from bot.values import clocks
from bot.values.clocks import GIVEN_BACK, TURN_KINDS, Due, DueKind, put_off


@dataclass(frozen=True, slots=True)
class NewDue:
    """Something that will come due ``at`` a time: its ``kind``, and who and what it's about.

    With an event, it's only about the player's games there; without one, about all their other games.
    """

    kind: str
    at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    player_id: int | None = None
    event_id: int | None = None


_AT_A_TIME = 1000
"""Number of rows to move at a time: all of them together would take a lot of memory."""

_OF_GAME = due_times.c.game_id == bindparam("number")

# In a game in two places, it's the server of the player whose time runs.
_OF_MOVER = case(
    (due_times.c.player_id == games.c.white_id, games.c.white_guild_id), else_=games.c.black_guild_id
)
_OF_PLAYED = select(func.coalesce(games.c.guild_id, _OF_MOVER)).where(games.c.id == due_times.c.game_id)
_OF_OFFER = select(challenges.c.guild_id).where(challenges.c.id == due_times.c.challenge_id)
_GUILD = func.coalesce(*(each.correlate(due_times).scalar_subquery() for each in (_OF_PLAYED, _OF_OFFER)))


_DROP_OF_GAME = delete(due_times).where(in_key_order(due_times.c.id, _OF_GAME))
_DROP_KINDS = delete(due_times).where(
    in_key_order(due_times.c.id, _OF_GAME, due_times.c.kind.in_(bindparam("kinds", expanding=True)))
)
_DROP_OF_GAMES = delete(due_times).where(
    _OF_GAME,
    due_times.c.kind == bindparam("kind_"),
    exists().where(games.c.id == bindparam("number"), games.c.revision == bindparam("told")),
)


@lru_cache(maxsize=2)
def _put(dialect: Dialect) -> Insert:
    row = insert_or(dialect, due_times)
    later = {"at": row.excluded.at, "player_id": row.excluded.player_id}
    return row.on_conflict_do_update(index_elements=["game_id", "kind"], set_=later)


async def add(connection: AsyncConnection, due: NewDue) -> None:
    """Schedule something. A game and a challenge have at most one row of a kind."""
    values = values_of(due)
    await connection.execute(insert(due_times).values(**values))


async def take(connection: AsyncConnection, row_id: int, at: datetime) -> bool:
    """Remove a row that was due ``at`` a time; False if it's gone or has been moved.

    This is part of the transaction that does what is due, so that exactly one of several processes does it.
    """
    statement = delete(due_times).where(due_times.c.id == row_id, due_times.c.at == at)
    return (await connection.execute(statement)).rowcount == 1


async def replace(
    connection: AsyncConnection, number: int, kinds: Iterable[str], rows: Sequence[NewDue]
) -> None:
    """Replace whatever would come due in a game, of these kinds, with these rows.

    A game has at most one row of a kind.
    """
    gone = set(kinds).difference(row.kind for row in rows)
    if gone:
        await drop_of_game(connection, number, gone)
    if rows:
        values = [values_of(row) for row in rows]
        await connection.execute(_put(connection.dialect), values)


async def drop_of_game(connection: AsyncConnection, number: int, kinds: Iterable[str] | None = None) -> None:
    """Delete what would come due in a game: everything, or only these kinds."""
    if kinds is None:
        await connection.execute(_DROP_OF_GAME, {"number": number})
    else:
        await connection.execute(_DROP_KINDS, {"number": number, "kinds": sorted(kinds)})


async def drop_of_games(connection: AsyncConnection, kind: str, games: Iterable[tuple[int, int]]) -> None:
    """Delete what would come due of this kind in games, unless a game went on since the given revision."""
    rows = [{"number": number, "told": revision, "kind_": kind} for number, revision in sorted(games)]
    if rows:
        await connection.execute(_DROP_OF_GAMES, rows)


async def drop_of_challenge(connection: AsyncConnection, number: int) -> None:
    """Delete what would come due for a challenge."""
    await connection.execute(delete(due_times).where(due_times.c.challenge_id == number))


async def drop_of_player(connection: AsyncConnection, player_id: int, kind: str) -> None:
    """Delete what would come due for a player, of this kind."""
    theirs = in_key_order(due_times.c.id, due_times.c.player_id == player_id, due_times.c.kind == kind)
    await connection.execute(delete(due_times).where(theirs))


async def first(connection: AsyncConnection, now: datetime, since: datetime) -> datetime | None:
    """Return when the next thing comes due, or already did and doesn't wait, as in ``until``, or None."""
    ready = or_(due_times.c.at > now, _is_ready(since))
    at: datetime | None = await connection.scalar(
        select(due_times.c.at).where(ready).order_by(due_times.c.at).limit(1)
    )
    return at


async def until(
    connection: AsyncConnection, now: datetime, since: datetime, limit: int, offset: int = 0
) -> list[Due]:
    """Return whatever has come due by ``now``, the earliest first, without the first ``offset`` ones.

    What gets lost time back waits where no one could play ``since`` then.
    """
    due = select(due_times).where(due_times.c.at <= now, _is_ready(since)).order_by(due_times.c.at)
    return [_due_of(row) for row in await connection.execute(due.limit(limit).offset(offset))]


def _is_ready(since: datetime) -> ColumnElement[bool]:
    return or_(due_times.c.kind.not_in(GIVEN_BACK), is_answered(_GUILD, since))


def _due_of(row: Row[Any, Any, Any]) -> Due:
    kind = DueKind(row.kind)
    abouts = {DueKind.CHALLENGE: row.challenge_id, DueKind.VACATION: row.player_id, DueKind.UNKNOWN: row.id}
    return Due(row.id, kind, row.at, abouts.get(kind, row.game_id))


async def with_others(connection: AsyncConnection, due: Due, until: datetime) -> list[Due]:
    """Return something that's due, and whatever of its kind comes due for the same player by ``until``.

    There's nothing if it's gone or was moved.
    """
    itself = and_(due_times.c.id == due.id, due_times.c.at == due.at)
    player = select(due_times.c.player_id).where(itself).scalar_subquery()
    # The time isn't a condition, or else a database might read whatever comes due by then.
    theirs = and_(due_times.c.player_id == player, due_times.c.kind == due.kind)
    rows = [_due_of(row) for row in await connection.execute(select(due_times).where(or_(itself, theirs)))]
    return [row for row in rows if row.at <= until] if due in rows else []


async def of_players(
    connection: AsyncConnection, players: Iterable[int], kinds: Iterable[str]
) -> list[NewDue]:
    """Return what comes due for these players, of these kinds, the earliest first."""
    statement = (
        select(*(due_times.c[name] for name in NewDue.__slots__))
        .where(due_times.c.player_id.in_(list(players)), due_times.c.kind.in_(list(kinds)))
        .order_by(due_times.c.at, due_times.c.id)
    )
    return await fetch_all(connection, statement, NewDue)


async def shift(connection: AsyncConnection, by: timedelta, kinds: Iterable[str]) -> int:
    """Move every row of these kinds by a duration, and return how many there were."""
    return await _shift(connection, due_times.c.at, by, due_times.c.kind.in_(list(kinds)))


async def give_back(connection: AsyncConnection, shard: Shard, by: timedelta, since: datetime) -> int:
    """Give time back in the servers of a shard to whatever hadn't come due by ``since``.

    Challenges come first, as in every other transaction. Returns how many rows were moved.
    """
    moved = 0
    await _let_rest(connection, by, since, due_times.c.at > since, is_of(_GUILD, shard.id, shard.count))
    offered = select(due_times.c.challenge_id).where(due_times.c.kind == constant_text(DueKind.CHALLENGE))
    for at, guild, runs in (
        (challenges.c.expires_at, challenges.c.guild_id, challenges.c.id.in_(offered)),
        (searches.c.expires_at, searches.c.guild_id, true()),
        (due_times.c.at, _GUILD, due_times.c.kind.in_(GIVEN_BACK)),
    ):
        moved += await _shift(connection, at, by, at > since, runs, is_of(guild, shard.id, shard.count))
    return moved


async def shift_of_player(  # noqa: PLR0913 - what to move, and by how much
    connection: AsyncConnection,
    by: timedelta,
    kinds: Iterable[str],
    *,
    player_id: int,
    now: datetime,
    event_id: int | None = None,
) -> int:
    """Move the rows of one player that haven't come due by ``now``, and return how many there were.

    They're those of games in an event, or else of games in none. Those of games with a total time stay:
    they're played in one sitting.
    """
    there = exists().where(
        games.c.id == due_times.c.game_id,
        games.c.total_seconds.is_(None),
        games.c.event_id.is_not_distinct_from(event_id),
    )
    theirs = (due_times.c.player_id == player_id, due_times.c.at > now, there)
    # What ends early gives no time from its old end on.
    await _let_rest(connection, by, max(now, now - by), *theirs)
    return await _shift(connection, due_times.c.at, by, due_times.c.kind.in_(list(kinds)), *theirs)


async def _let_rest(
    connection: AsyncConnection, by: timedelta, since: datetime, *conditions: ColumnElement[bool]
) -> None:
    """Correct turns in games whose clocks rest on weekends before they're moved, so that they do afterward.

    No time runs from ``since`` on for a duration, or for that much less than was thought.
    """
    resting = games.alias("resting")
    held = (
        select(*(due_times.c[name] for name in ("id", "game_id", "kind", "at")))
        .join(resting, and_(resting.c.id == due_times.c.game_id, resting.c.weekends_off.is_(True)))
        .where(due_times.c.kind.in_(TURN_KINDS), *conditions)
        .order_by(due_times.c.id)
        .with_for_update(of=due_times)
    )
    rows = (await connection.execute(held)).all()
    longer = {
        row.game_id: put_off(row.at, by, since=since) - (row.at + by)
        for row in rows
        if row.kind == DueKind.DEADLINE
    }
    corrected = [
        {"row": row.id, "corrected": row.at + longer[row.game_id]} for row in rows if row.game_id in longer
    ]
    if corrected:
        statement = update(due_times).where(due_times.c.id == bindparam("row"))
        await connection.execute(statement.values(at=bindparam("corrected")), corrected)


async def cut(connection: AsyncConnection, now: datetime, deadline: str, vacation: str) -> int:
    """Shorten each ``deadline`` that leaves a player more than the time per move to that time.

    If a player has a ``vacation``, their time begins when that comes due. With a total time, it's what they
    had left when their turn began.

    Returns:
        How many rows there were.
    """
    vacations = due_times.alias("vacations")
    on_vacation = and_(
        vacations.c.kind == vacation,
        vacations.c.player_id == due_times.c.player_id,
        vacations.c.event_id.is_not_distinct_from(games.c.event_id),
    )
    running = (
        select(
            *(due_times.c.id, due_times.c.at, games.c.move_seconds, games.c.weekends_off),
            vacations.c.at.label("ends_at"),
            case(
                (due_times.c.player_id == games.c.white_id, games.c.white_left), else_=games.c.black_left
            ).label("left"),
        )
        .join_from(due_times, games, games.c.id == due_times.c.game_id)
        .outerjoin(vacations, on_vacation)
        .where(due_times.c.kind == deadline, due_times.c.at > now)
        .order_by(due_times.c.id)
        .limit(_AT_A_TIME)
    )
    later = due_times.c.at > bindparam("latest")
    changed = (
        update(due_times).where(due_times.c.id == bindparam("row"), later).values(at=bindparam("latest"))
    )
    moved, last = 0, 0
    while rows := (await connection.execute(running.where(due_times.c.id > last))).all():
        limits = [(row, _latest(row, now)) for row in rows]
        excessive = [{"row": row.id, "latest": latest} for row, latest in limits if row.at > latest]
        if excessive:
            await connection.execute(changed, excessive)
        moved, last = moved + len(excessive), rows[-1].id
    return moved


def _latest(row: Any, now: datetime) -> datetime:
    """Return when the time of a player to move runs out at the latest."""
    if row.move_seconds is None:
        return now + timedelta(milliseconds=row.left or 0)
    return clocks.deadline(now, row.move_seconds, vacation_end=row.ends_at, weekends_off=row.weekends_off)


async def _shift(
    connection: AsyncConnection, at: Column[datetime], by: timedelta, *conditions: ColumnElement[bool]
) -> int:
    number, moved, last = at.table.c.id, 0, 0
    while True:
        held = select(number, at.label("at")).where(number > last, *conditions)
        rows = (await connection.execute(held.order_by(number).limit(_AT_A_TIME).with_for_update())).all()
        if not rows:
            return moved
        # The two databases have no date arithmetic in common.
        statement = update(at.table).where(number == bindparam("row"))
        later = [{"row": row.id, "moved": row.at + by} for row in rows]
        await connection.execute(statement.values({at: bindparam("moved")}), later)
        moved, last = moved + len(rows), rows[-1].id

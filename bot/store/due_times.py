"""Rows of due times: what is to happen without a click, and when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import due_times


@dataclass(frozen=True, slots=True)
class NewDue:
    """What is to come due ``at`` an instant: what ``kind`` of thing, and whom and what it is about."""

    kind: str
    at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class DueRow:
    """The same as stored."""

    id: int
    kind: str
    at: datetime
    game_id: int | None
    challenge_id: int | None
    player_id: int | None


_COLUMNS = tuple(due_times.c[name] for name in DueRow.__slots__)


async def add(connection: AsyncConnection, due: NewDue) -> None:
    """Note that something comes due. A game and a challenge have at most one row of a kind."""
    values = {name: getattr(due, name) for name in NewDue.__slots__}
    await connection.execute(insert(due_times).values(**values))


async def take(connection: AsyncConnection, row: DueRow) -> bool:
    """Remove a row as it was read; False where it is gone or was moved.

    Done in the transaction of what the row is about, so that of several processes exactly one does it.
    """
    statement = delete(due_times).where(due_times.c.id == row.id, due_times.c.at == row.at)
    return (await connection.execute(statement)).rowcount == 1


async def drop_of_game(connection: AsyncConnection, number: int, kinds: Iterable[str] | None = None) -> None:
    """Forget what would come due in a game: everything, or what is of these kinds."""
    mine = [due_times.c.game_id == number]
    if kinds is not None:
        mine.append(due_times.c.kind.in_(list(kinds)))
    # Rows are locked in one order everywhere, so that two transactions never wait for each other.
    await connection.execute(select(due_times.c.id).where(*mine).order_by(due_times.c.id).with_for_update())
    await connection.execute(delete(due_times).where(*mine))


async def drop_of_challenge(connection: AsyncConnection, number: int) -> None:
    """Forget what would come due with a challenge."""
    await connection.execute(delete(due_times).where(due_times.c.challenge_id == number))


async def drop_of_player(connection: AsyncConnection, player_id: int, kind: str) -> None:
    """Forget what would come due for a player, of this kind."""
    await connection.execute(
        delete(due_times).where(due_times.c.player_id == player_id, due_times.c.kind == kind)
    )


async def first(connection: AsyncConnection) -> datetime | None:
    """When the next thing comes due, or did already; None where nothing will."""
    at: datetime | None = await connection.scalar(select(func.min(due_times.c.at)))
    return at


async def until(connection: AsyncConnection, now: datetime, limit: int) -> list[DueRow]:
    """What has come due by ``now``, the earliest first."""
    statement = select(*_COLUMNS).where(due_times.c.at <= now).order_by(due_times.c.at).limit(limit)
    return [DueRow(*row) for row in await connection.execute(statement)]


async def of_games(
    connection: AsyncConnection, numbers: Iterable[int], kinds: Iterable[str]
) -> dict[int, DueRow]:
    """What comes due in each of these games, of kinds of which a game has at most one row at a time."""
    statement = select(*_COLUMNS).where(
        due_times.c.game_id.in_(list(numbers)), due_times.c.kind.in_(list(kinds))
    )
    rows = [DueRow(*row) for row in await connection.execute(statement)]
    return {row.game_id: row for row in rows if row.game_id is not None}


async def of_players(
    connection: AsyncConnection, players: Iterable[int], kinds: Iterable[str]
) -> list[DueRow]:
    """What comes due for these players, of these kinds, the earliest first."""
    statement = (
        select(*_COLUMNS)
        .where(due_times.c.player_id.in_(list(players)), due_times.c.kind.in_(list(kinds)))
        .order_by(due_times.c.at, due_times.c.id)
    )
    return [DueRow(*row) for row in await connection.execute(statement)]


async def shift(connection: AsyncConnection, by: timedelta, kinds: Iterable[str]) -> int:
    """Move every row of these kinds by a span of time, and return how many there were."""
    return await _shift(connection, by, due_times.c.kind.in_(list(kinds)))


async def shift_of_player(
    connection: AsyncConnection, by: timedelta, kinds: Iterable[str], player_id: int, now: datetime
) -> int:
    """The same for the rows of one player that have not come due by ``now``."""
    return await _shift(
        connection,
        by,
        due_times.c.kind.in_(list(kinds)),
        due_times.c.player_id == player_id,
        due_times.c.at > now,
    )


async def _shift(connection: AsyncConnection, by: timedelta, *conditions: ColumnElement[bool]) -> int:
    held = select(due_times.c.id, due_times.c.at).where(*conditions).order_by(due_times.c.id)
    # The databases have no arithmetic of instants in common.
    moved = [
        {"row": row.id, "moved": row.at + by} for row in await connection.execute(held.with_for_update())
    ]
    if moved:
        statement = update(due_times).where(due_times.c.id == bindparam("row"))
        await connection.execute(statement.values(at=bindparam("moved")), moved)
    return len(moved)

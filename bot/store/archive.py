"""The moves of games that ended long ago: one row for each game instead of one for each move.

Everything that reads moves finds them in either place, and nothing that's stored about a move is lost.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, FromClause, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import archived_moves, games, moves

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_BETWEEN_MOVES, _BETWEEN_PARTS = ";", ":"

Move = dict[str, Any]
"""A row of ``moves``, by the names of its columns."""


class ArchiveError(Exception):
    """The archived moves differ from the stored ones. The transaction must be rolled back."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A game with moves that aren't archived; ``finished_at`` is None if it's running."""

    number: int
    created_at: datetime
    finished_at: datetime | None


async def stored_after(connection: AsyncConnection, last: int, limit: int) -> list[StoredRow]:
    """The next games after the number ``last`` with moves that aren't archived, in order."""
    # On both columns: PostgreSQL infers neither from the other, and may start with the very first game.
    later = games.c.id > last, moves.c.game_id > last
    found = (
        select(games.c.id, games.c.created_at, games.c.finished_at)
        .join(moves, moves.c.game_id == games.c.id)
        .where(*later, moves.c.ply == 0)
        .order_by(moves.c.game_id)
        .limit(limit)
    )
    return [StoredRow(*row) for row in await connection.execute(found)]


async def archive(connection: AsyncConnection, numbers: Collection[int]) -> None:
    """Archive the moves of finished games.

    Raises:
        ArchiveError: the archived moves differ from the stored ones, so the transaction must be rolled back.
    """
    of_these = moves.c.game_id.in_(numbers)
    stored = select(moves).where(of_these).order_by(moves.c.game_id, moves.c.ply)
    rows = [dict(row) for row in (await connection.execute(stored)).mappings()]
    packed = [_row(number, list(own)) for number, own in groupby(rows, itemgetter("game_id"))]
    if not packed:
        return
    await connection.execute(insert(archived_moves), packed)
    if await unpacked(connection, numbers) != rows:
        raise ArchiveError
    deleted = await connection.execute(delete(moves).where(of_these))
    if deleted.rowcount != len(rows):
        raise ArchiveError


async def unpacked(connection: AsyncConnection, numbers: Collection[int]) -> list[Move]:
    """The archived moves of these games, as they were stored, by game and ply."""
    found = select(archived_moves.c.game_id, archived_moves.c.moves)
    rows = await connection.execute(
        found.where(archived_moves.c.game_id.in_(numbers)).order_by(archived_moves.c.game_id)
    )
    return [move for number, text in rows for move in _unpack(number, text)]


def plies_of(table: FromClause) -> ColumnElement[int]:
    """How many moves a game has; ``table`` is ``games`` or an alias of it."""
    # Not with EXISTS or a join: PostgreSQL may then read the moves of all games.
    stored = select(func.max(moves.c.ply) + 1).where(moves.c.game_id == table.c.id)
    archived = select(archived_moves.c.plies).where(archived_moves.c.game_id == table.c.id)
    sources = (source.correlate(table).scalar_subquery() for source in (stored, archived))
    return func.coalesce(*sources, 0)


def _row(number: int, own: Sequence[Move]) -> dict[str, object]:
    return {"game_id": number, "plies": len(own), "moves": _pack(own)}


def _pack(own: Sequence[Move]) -> str:
    """A game's moves as one text: each one's ply, move, revision, and microseconds since the previous one.

    The first has the microseconds since 1970.
    """
    instants = [_EPOCH, *(move["played_at"] for move in own)]
    spent = ((after - before) // _MICROSECOND for before, after in pairwise(instants))
    return _BETWEEN_MOVES.join(
        _BETWEEN_PARTS.join((str(move["ply"]), move["move"], str(move["revision"]), str(microseconds)))
        for move, microseconds in zip(own, spent, strict=True)
    )


def _unpack(number: int, text: str) -> Iterable[Move]:
    played_at = _EPOCH
    for part in text.split(_BETWEEN_MOVES):
        ply, move, revision, microseconds = part.split(_BETWEEN_PARTS)
        played_at += int(microseconds) * _MICROSECOND
        yield {
            "game_id": number,
            "ply": int(ply),
            "move": move,
            "revision": int(revision),
            "played_at": played_at,
        }

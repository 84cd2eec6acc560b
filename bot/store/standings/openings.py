"""How often people chose each opening move, and how they scored with it.

A pool is a guild's id, or ``EVERYWHERE`` for all games wherever they're played. A row says nothing about who
played. Positions, with their rulesets, and moves are packed texts (``bot.values.lines``). Those that
are the same up to symmetry share a row.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.game_rows import first_moves
from bot.store.rows import fetch_all, stop_other_writers, values_of
from bot.store.schema.conditions import OF_PEOPLE, REMOVED, counted
from bot.store.schema.tables import games, guilds, opening_moves

_KEY = ("pool", "position", "move")
_COUNTS = ("games", "wins", "draws")

Key = tuple[int, str, str]
"""Pool, position and move."""


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """How many games of a pool continued from a position with a move, and how many the mover won or drew."""

    pool: int
    position: str
    move: str
    games: int
    wins: int
    draws: int

    @property
    def key(self) -> Key:
        return self.pool, self.position, self.move


@dataclass(frozen=True, slots=True)
class OpenedRow:
    """A counted game with its moves, each with its revision."""

    id: int
    guild_id: int | None
    ruleset: str
    winner: str | None
    moves: tuple[tuple[str, int], ...]


async def of_position(connection: AsyncConnection, pools: Collection[int], position: str) -> list[OpeningRow]:
    """Return the rows of some pools for one position, in no order."""
    c = opening_moves.c
    found = select(opening_moves).where(c.pool.in_(pools), c.position == position)
    return await fetch_all(connection, found, OpeningRow)


async def add(connection: AsyncConnection, rows: Iterable[OpeningRow]) -> None:
    """Add counts to what is stored, in one statement; they are negative for a game that no longer counts."""
    # In the order of the key, so that two games that end at the same time never wait for each other.
    values = [values_of(row) for row in sorted(rows, key=lambda row: row.key)]
    if not values:
        return
    statement = insert(connection.dialect, opening_moves).values(values)
    risen = {name: opening_moves.c[name] + statement.excluded[name] for name in _COUNTS}
    await connection.execute(statement.on_conflict_do_update(index_elements=_KEY, set_=risen))


async def remove_empty(connection: AsyncConnection, keys: Collection[Key]) -> None:
    """Delete the rows with these keys that no longer count any game."""
    await _delete(connection, sorted(keys), opening_moves.c.games == 0)


async def keep_others_out(connection: AsyncConnection) -> None:
    """Make other writers to the table wait until the transaction ends."""
    await stop_other_writers(connection, opening_moves)


async def counted_after(connection: AsyncConnection, last: int, *, limit: int) -> list[OpenedRow]:
    """Return the next games between people that count, after the number ``last``."""
    g = games.c
    found = (
        select(g.id, g.guild_id, g.ruleset, g.winner, g.moves)
        .where(g.id > last, counted(), OF_PEOPLE)
        .order_by(g.id)
        .limit(limit)
    )
    return [
        OpenedRow(row.id, row.guild_id, row.ruleset, row.winner, first_moves(row.moves))
        for row in await connection.execute(found)
    ]


async def removed_guilds(connection: AsyncConnection) -> Sequence[int]:
    return (await connection.execute(select(guilds.c.id).where(REMOVED))).scalars().all()


async def every(connection: AsyncConnection) -> list[OpeningRow]:
    return await fetch_all(connection, select(opening_moves), OpeningRow)


async def replace(connection: AsyncConnection, keys: Collection[Key], rows: Sequence[OpeningRow]) -> None:
    """Delete the rows with these keys, then store ``rows``."""
    await _delete(connection, keys)
    if rows:
        await connection.execute(opening_moves.insert(), [values_of(row) for row in rows])


async def _delete(
    connection: AsyncConnection, keys: Collection[Key], *conditions: ColumnElement[bool]
) -> None:
    # One by one: SQLite finds none of several keys of three columns by the index.
    found = [opening_moves.c[name] == bindparam(f"old_{name}") for name in _KEY]
    old = [{f"old_{name}": part for name, part in zip(_KEY, key, strict=True)} for key in keys]
    if old:
        await connection.execute(delete(opening_moves).where(*found, *conditions), old)

"""Reads a table in batches, in the order of its primary key."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.moving.checksums import Checksum
from bot.store.moving.errors import MoveError

ROWS = 2000
"""Number of rows in a batch."""

Key = tuple[Any, ...]

Count = Callable[[int], None]
"""Is told that this many more rows are done."""


async def batches(
    connection: AsyncConnection,
    table: Table,
    after: Key | None = None,
    until: Key | None = None,
) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rows of a table after the one with the key ``after``, up to the one with the key ``until``.

    The database decides the order: two of them may sort texts differently.

    Raises:
        MoveError: a row has a value that its column can't have.
    """
    key = tuple(table.primary_key)
    query = select(table).order_by(*key).limit(ROWS)
    if until is not None:
        query = query.where(tuple_(*key) <= _bound(table, until))
    while True:
        page = query if after is None else query.where(tuple_(*key) > _bound(table, after))
        batch = await _rows(connection, table, page)
        if not batch:
            return
        yield batch
        after = key_of(table, batch[-1])


async def _rows(connection: AsyncConnection, table: Table, page: Select[Any]) -> Sequence[Row[Any]]:
    try:
        rows: Sequence[Row[Any]] = (await connection.execute(page)).all()
    except ValueError as error:
        # SQLite stores any text in a column of dates.
        problem = f"A row of {table.name} can't be read: {error}."
        raise MoveError(problem, "Correct it, then run the same command again to continue.") from None
    return rows


async def checksum(
    connection: AsyncConnection, table: Table, count: Count, until: Key | None = None
) -> Checksum:
    """The checksum of the rows of a table, up to the one with the key ``until``, or of all rows."""
    result = Checksum()
    async for batch in batches(connection, table, until=until):
        result = result.with_rows(table, batch)
        count(len(batch))
    return result


def key_of(table: Table, row: Row[Any]) -> Key:
    """The primary key of a row."""
    return tuple(row._mapping[column] for column in table.primary_key)  # noqa: SLF001 - public, despite its name


def _bound(table: Table, key: Key) -> ColumnElement[Any]:
    values = zip(table.primary_key, key, strict=True)
    return tuple_(*(literal(value, column.type) for column, value in values))

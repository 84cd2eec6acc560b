"""The numbers of new rows, which continue after those given before the move."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, cast, func, select
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import metadata


async def last_numbers(connection: AsyncConnection) -> dict[str, int]:
    """The last number that the database has given to a row of each table that it numbers.

    PostgreSQL never gives one twice, not even that of a deleted row. SQLite continues after the highest there
    is.
    """
    numbers: dict[str, int] = {}
    for table, column in _numbered():
        number = await connection.scalar(select(func.max(column))) or 0
        if connection.dialect.name == "postgresql":
            given = func.pg_sequence_last_value(cast(_sequence(column), REGCLASS))
            number = max(number, await connection.scalar(select(given)) or 0)
        numbers[table.name] = number
    return numbers


async def go_on_after(connection: AsyncConnection, numbers: dict[str, int]) -> None:
    """Let the numbers of new rows follow these. On SQLite they follow the rows, which needs nothing."""
    if connection.dialect.name != "postgresql":
        return
    for table, column in _numbered():
        if number := numbers[table.name]:
            await connection.execute(select(func.setval(cast(_sequence(column), REGCLASS), number)))


def _numbered() -> Iterator[tuple[Table, Column[Any]]]:
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            yield table, column


def _sequence(column: Column[Any]) -> ColumnElement[str]:
    return func.pg_get_serial_sequence(column.table.name, column.name)

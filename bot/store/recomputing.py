"""Tables of counts, which every end of a game keeps up to date, computed anew from the games."""

from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import Select, Table, bindparam, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection


async def recompute(connection: AsyncConnection, table: Table, computed: Select[*tuple[Any, ...]]) -> int:
    """Make ``table`` have exactly the rows ``computed``, and return how many were missing, wrong or too many.

    ``computed`` has the columns of ``table`` in their order. Whoever else writes to the table waits until the
    transaction ends.
    """
    if connection.dialect.name == "postgresql":
        # SQLite has one writer at a time anyway.
        await connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
    right = await _rows(connection, computed)
    stored = await _rows(connection, select(table))
    await _delete(connection, table, stored - right)
    await _insert(connection, table, right - stored)
    width = len(table.primary_key)
    return len({row[:width] for row in right ^ stored})


async def _rows(connection: AsyncConnection, rows: Select[*tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    return {tuple(row) for row in await connection.execute(rows)}


async def _delete(connection: AsyncConnection, table: Table, rows: AbstractSet[tuple[Any, ...]]) -> None:
    key = list(table.primary_key)
    if rows:
        one = delete(table).where(*(column == bindparam(f"old_{column.name}") for column in key))
        keys = [
            {f"old_{column.name}": value for column, value in zip(key, row, strict=False)} for row in rows
        ]
        await connection.execute(one, keys)


async def _insert(connection: AsyncConnection, table: Table, rows: AbstractSet[tuple[Any, ...]]) -> None:
    if rows:
        names = table.c.keys()
        await connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])

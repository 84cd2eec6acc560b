"""Locks rows in the order of their key, for PostgreSQL. SQLite has one writer at a time.

This way two transactions never wait for each other: both begin with the first row that they have in common.
"""

from typing import Any

from sqlalchemy import Column, ColumnElement, Table, func, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncConnection


def in_key_order(key: Column[Any], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return a condition for a DELETE of the rows that meet the conditions, by the ``key`` of their table.

    It locks them in the same order everywhere.
    """
    return key.in_(select(key).where(*conditions).order_by(key).with_for_update())


async def hold_in_key_order(
    connection: AsyncConnection, table: Table, *conditions: ColumnElement[bool]
) -> None:
    """Lock the rows that meet any of the conditions and are about to be changed or deleted."""
    if connection.dialect.name == "sqlite":
        return
    key = tuple(table.primary_key)
    wanted = conditions[0]
    if len(conditions) > 1:
        # Each has its own index.
        wanted = tuple_(*key).in_(union_all(*(select(*key).where(each) for each in conditions)))
    # Compared as whole rows, the order doesn't tempt the server to read all of the key's index.
    held = select(*key).where(wanted).order_by(func.row(*key)).with_for_update().subquery()
    await connection.execute(select(func.count()).select_from(held))

"""Statements that the two databases write in their own ways."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Union

from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Table,
    and_,
    delete,
    func,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection


def in_key_order(key: Column[Any], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return a condition for a DELETE of the rows that meet the conditions, by the ``key`` of their table.

    It locks them in the same order everywhere.
    """
    return key.in_(select(key).where(*conditions).order_by(key).with_for_update())


async def lock_in_key_order(
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


async def update_rows(
    connection: AsyncConnection, table: Table, *conditions: ColumnElement[bool], **values: Any
) -> None:
    """Store these values in the rows that meet the conditions. They're locked in the order of the key."""
    await lock_in_key_order(connection, table, and_(*conditions))
    await connection.execute(update(table).where(*conditions).values(values))


async def delete_rows(connection: AsyncConnection, table: Table, *conditions: ColumnElement[bool]) -> None:
    """Delete the rows that meet the conditions. They're locked in the order of the key."""
    await lock_in_key_order(connection, table, and_(*conditions))
    await connection.execute(delete(table).where(*conditions))


if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite


def insert(dialect: Dialect, table: Table) -> Union["sqlite.Insert", "postgresql.Insert"]:
    """Return an INSERT of ``dialect`` that has ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    # Its module was loaded with the dialect. Loading the other one would slow down the start for nothing.
    statement: sqlite.Insert | postgresql.Insert
    statement = import_module(f"sqlalchemy.dialects.{dialect.name}").insert(table)
    return statement

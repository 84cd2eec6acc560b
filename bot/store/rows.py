"""Rows as values: each is a frozen dataclass whose fields have the names of columns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Executable, Select, Table, delete, except_, func, select, text, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert

R = TypeVar("R")
T = TypeVar("T")

AT_A_TIME: Final = 1000
"""Number of values in one statement: it can't have any number of them."""


class StaleRowError(Exception):
    """A stored row isn't the one that was read. Nothing was changed."""


def batches(values: Sequence[T], size: int = AT_A_TIME) -> Iterator[Sequence[T]]:
    """Yield values in batches of up to ``size``."""
    return (values[first : first + size] for first in range(0, len(values), size))


def values_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row. What `dataclasses` has for this copies every value, which takes longer."""
    return {name: getattr(row, name) for name in row.__slots__}


async def fetch_rows(
    connection: AsyncConnection, statement: Executable, parameters: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return each row by the names of its columns."""
    found = await connection.execute(statement, parameters)
    # SQLAlchemy's own mappings take longer.
    names = [*found.keys()]
    return [dict(zip(names, row, strict=True)) for row in found]


async def fetch_all(connection: AsyncConnection, statement: Executable, make: Callable[..., R]) -> list[R]:
    """Return what ``make`` makes of each row, whose columns have the names of its parameters."""
    return [make(**row) for row in await fetch_rows(connection, statement)]


async def fetch_one(connection: AsyncConnection, statement: Executable, make: Callable[..., R]) -> R | None:
    """Return what ``make`` makes of the only row, as ``fetch_all`` does, or None if there is none."""
    row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else make(**row)


async def add_row(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> int:
    """Add a row, whose number isn't among these values or is ignored, and return its number."""
    known = {name: value for name, value in values.items() if name != "id"}
    return int((await connection.execute(table.insert().values(known).returning(table.c.id))).scalar_one())


async def add_new(connection: AsyncConnection, table: Table, **values: Any) -> bool:
    """Add a row, and return whether its key was free; if it wasn't, nothing changes."""
    adding = insert(connection.dialect, table).values(values)
    adding = adding.on_conflict_do_nothing(index_elements=[*table.primary_key])
    # To return the key, SQLite would look for rows that refer to it.
    added = await connection.execute(adding, execution_options={"preserve_rowcount": True})
    return added.rowcount == 1


async def upsert(connection: AsyncConnection, table: Table, key: dict[str, Any], **values: Any) -> None:
    """Store these values in the row with this key, which may be new."""
    adding = insert(connection.dialect, table).values(key | values)
    await connection.execute(adding.on_conflict_do_update(index_elements=[*key], set_=values))


async def upsert_rows(connection: AsyncConnection, table: Table, rows: Sequence[Any]) -> None:
    """Store rows, each in place of the one with the same key, if there is one."""
    await upsert_values(connection, table, [values_of(row) for row in rows])


async def upsert_values(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store rows by the names of their columns, as ``upsert_rows`` does."""
    if rows:
        adding = insert(connection.dialect, table)
        key = [column.name for column in table.primary_key]
        later = {name: adding.excluded[name] for name in rows[0] if name not in key}
        replacing = adding.on_conflict_do_update(index_elements=key, set_=later)
        await connection.execute(replacing, [*rows])


async def lock_rows(connection: AsyncConnection, table: Table, *numbers: int) -> None:
    """Keep other transactions from locking or changing the rows with these numbers until this one ends.

    Rows that refer to them can be added meanwhile. On SQLite a writing transaction holds everything anyway.
    """
    if connection.dialect.name != "sqlite":
        held = select(table.c.id).where(table.c.id.in_(numbers)).order_by(table.c.id)
        await connection.execute(held.with_for_update(key_share=True))


async def change_row(
    connection: AsyncConnection, table: Table, before: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Change these columns of the row that has what was known ``before``: its key, and what mustn't differ.

    Raises:
        StaleRowError: something does.
    """
    known = (
        table.c[name].is_(None) if value is None else table.c[name] == value for name, value in before.items()
    )
    if (await connection.execute(update(table).where(*known).values(values))).rowcount != 1:
        raise StaleRowError(table.name, before)


async def stop_other_writers(connection: AsyncConnection, *tables: Table) -> None:
    """Make other writers to these tables wait until the transaction ends."""
    if connection.dialect.name == "postgresql":
        # SQLite only has one writer at a time anyway.
        names = ", ".join(table.name for table in tables)
        await connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


async def recompute_table(connection: AsyncConnection, table: Table, computed: Select[Any]) -> int:
    """Make ``table`` contain exactly the rows ``computed``; return how many were missing, wrong or extra.

    ``computed`` has the columns of ``table`` in order. Other writers to the table wait until the transaction
    ends.
    """
    await stop_other_writers(connection, table)
    wrong = await _count_wrong(connection, table, computed)
    if wrong:
        await connection.execute(delete(table))
        await connection.execute(table.insert().from_select(table.c.keys(), computed))
    return wrong


async def _count_wrong(connection: AsyncConnection, table: Table, computed: Select[Any]) -> int:
    right, stored = computed.subquery(), select(table).subquery()
    differences = (
        except_(select(right), select(stored)).subquery(),
        except_(select(stored), select(right)).subquery(),
    )
    key = [column.name for column in table.primary_key]
    wrong = union(*(select(*(rows.c[name] for name in key)) for rows in differences)).subquery()
    return int((await connection.execute(select(func.count()).select_from(wrong))).scalar_one())

"""Statements of nearly every click, which the driver of SQLite runs without SQLAlchemy's layers in between.

SQLAlchemy writes the statement, converts its values, and names its errors. What's left out are its execution
contexts and results, and the greenlets that its asynchronous connections need for them. For a statement on
one row, they take longer than all the rest (``docs/performance.md``).
"""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from sqlalchemy import Delete, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from bot.store.connections.sqlite_connection import SQLiteConnection

Values = Mapping[str, Any]
"""The values of a statement's bound parameters, by name."""

_Converter = Callable[[Any], Any]

T = TypeVar("T")


class Prepared:
    """A statement that is always given the same parameters.

    It must not contain lists of values, whose text depends on their length. If something listens to
    SQLAlchemy's events on a connection, the statement takes the usual way there, which leads to the same
    result. It always does on PostgreSQL.
    """

    def __init__(self, statement: Select[Any] | Insert | Update | Delete) -> None:
        self.statement = statement
        self._compiled: _Compiled | None = None

    async def fetch(self, connection: AsyncConnection, values: Values) -> Sequence[Sequence[Any]]:
        """Run the statement and return its rows."""
        driver = _driver_of(connection)
        if driver is None:
            return (await connection.execute(self.statement, values)).all()
        compiled = self._compiled_for(connection.dialect, values)
        rows, _ = await compiled.completed(driver.run(compiled.text, compiled.bound(values)))
        return compiled.converted(rows)

    async def run(self, connection: AsyncConnection, *rows: Values) -> int:
        """Run the statement for each of ``rows``, at least one, and return how many rows that changed."""
        driver = _driver_of(connection)
        if driver is None:
            return (await connection.execute(self.statement, rows)).rowcount
        compiled = self._compiled_for(connection.dialect, rows[0])
        if len(rows) > 1:
            bound = [compiled.bound(values) for values in rows]
            return await compiled.completed(driver.run_many(compiled.text, bound))
        _, cursor = await compiled.completed(driver.run(compiled.text, compiled.bound(rows[0])))
        return cursor.rowcount

    def _compiled_for(self, dialect: Dialect, values: Values) -> "_Compiled":
        if self._compiled is None:
            self._compiled = _Compiled.of(self.statement, dialect, values)
        return self._compiled


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement as SQLite's driver takes it.

    ``parameters`` are the names of its placeholders, each with what converts a value; ``fixed`` are the
    values that the statement has itself. ``columns`` are those of the result that have to be converted, by
    their place in the row.
    """

    text: str
    parameters: Sequence[tuple[str, _Converter | None]]
    fixed: Values
    columns: Sequence[tuple[int, _Converter]]

    @classmethod
    def of(
        cls, statement: Select[Any] | Insert | Update | Delete, dialect: Dialect, given: Iterable[str]
    ) -> Self:
        """Compile a statement that will be ``given`` parameters of these names."""
        names = list(given)
        compiled = statement.compile(dialect=dialect, column_keys=names)
        return cls(
            str(compiled),
            [
                (name, _implemented(compiled.binds[name].type, dialect).bind_processor(dialect))
                for name in compiled.positiontup or ()
            ],
            {name: value for name, value in compiled.params.items() if name not in names},
            list(_conversions(statement, dialect)) if isinstance(statement, Select) else (),
        )

    async def completed(self, running: Awaitable[T]) -> T:
        """Wait until the statement has run.

        Raises:
            DBAPIError: the one that SQLAlchemy makes of the driver's error.
        """
        try:
            return await running
        except sqlite3.Error as error:
            raise DBAPIError.instance(self.text, None, error, sqlite3.Error, hide_parameters=True) from error

    def bound(self, values: Values) -> list[Any]:
        """The values of the placeholders."""
        every = {**self.fixed, **values}
        return [every[name] if convert is None else convert(every[name]) for name, convert in self.parameters]

    def converted(self, rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
        """The rows of a result with the values that SQLAlchemy would return."""
        found = [[*row] for row in rows]
        for row in found:
            for place, convert in self.columns:
                row[place] = convert(row[place])
        return found


def _conversions(statement: Select[Any], dialect: Dialect) -> Iterable[tuple[int, _Converter]]:
    for place, column in enumerate(statement.selected_columns):
        convert = _implemented(column.type, dialect).result_processor(dialect, None)
        if convert is not None:
            yield place, convert


def _implemented(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)


def _driver_of(connection: AsyncConnection) -> SQLiteConnection | None:
    """The driver's connection, if statements may be given to it directly."""
    proxied = connection.sync_connection
    if proxied is None or proxied.dispatch.before_cursor_execute:
        return None
    driver = proxied.connection.driver_connection
    return driver if isinstance(driver, SQLiteConnection) else None

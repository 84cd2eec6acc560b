"""A connection to an SQLite file where a statement takes only one trip to the driver's thread.

SQLAlchemy's adapter takes four: for the cursor, the statement, the rows and the end of the cursor. A trip
costs several times what SQLite needs for a row (``docs/performance.md``).
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

from bot.store.connections.database_file import DatabaseFile, OpenedFile
from bot.store.connections.errors import LostDatabaseError

PATIENCE = 5.0
"""Maximum number of seconds that a writer waits for another process to release the file."""

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
_CHUNK = 64

T = TypeVar("T")


class Cursor:
    """The part of a cursor that SQLAlchemy uses. All rows are fetched along with the statement."""

    def __init__(self, connection: "SQLiteConnection") -> None:
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run one statement and fetch its rows."""
        return self._keep(*await self._connection.run(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Run one statement with each of these sets of parameters. It returns no rows."""
        self.rowcount = await self._connection.run_many(statement, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows of the last statement."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Do nothing: the driver's own cursor was closed along with the statement."""

    def _keep(self, rows: list[Any], cursor: sqlite3.Cursor) -> Self:
        self._rows = rows
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid
        return self


class SQLiteConnection(aiosqlite.Connection):
    """An aiosqlite connection with the cursors of this module.

    Committing or rolling back outside a transaction does nothing and costs nothing.
    """

    file: OpenedFile
    _may_have_begun = False
    _opening: str | None = None

    def cursor(self) -> Any:
        """A cursor, which needs no thread until it runs a statement."""
        return Cursor(self)

    async def run(self, statement: str, parameters: Sequence[Any]) -> tuple[list[Any], sqlite3.Cursor]:
        """Run a statement; return its rows, and the driver's cursor, which has nothing more to read."""
        return await self._trip(self._run, statement, parameters)

    async def run_many(self, statement: str, parameters: Sequence[Sequence[Any]]) -> int:
        """Run a statement with each of these sets of parameters; return how many rows that changed."""
        return await self._trip(self._run_many, statement, parameters)

    def begin(self, statement: str) -> None:
        """Begin a transaction together with its first statement, which saves a trip.

        So if another process keeps the file locked, that statement fails.
        """
        self._opening = statement

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        """Register a function without waiting. SQLAlchemy does this with every new connection.

        A task that was canceled while waiting would leave the connection open for good.
        """
        self._conn.create_function(*arguments, **options)

    async def commit(self) -> None:
        """Commit the transaction, if one has begun.

        Raises:
            LostDatabaseError: the file is gone, and what was committed with it.
        """
        self._opening = None
        if self.in_transaction:
            await super().commit()
            self.file.check()

    async def rollback(self) -> None:
        """Roll back any open transaction, including one begun by a statement whose caller was canceled."""
        self._opening = None
        if self._may_have_begun or self.in_transaction:
            # The thread gets to this after that statement.
            await super().rollback()
            self._may_have_begun = False

    async def _trip(self, work: Callable[..., T], *arguments: Any) -> T:
        opening, self._opening = self._opening, None
        try:
            return await self._execute(self._work, opening, work, *arguments)  # type: ignore[no-any-return,no-untyped-call]
        except asyncio.CancelledError:
            # The driver's thread does the work anyway, and it may begin a transaction.
            self._may_have_begun = True
            raise
        except sqlite3.Error:
            if not self.in_transaction:
                # Nothing may run outside of the transaction that was asked for.
                self._opening = opening
            raise

    def _work(self, opening: str | None, work: Callable[..., T], *arguments: Any) -> T:
        if opening is not None:
            self._conn.execute(opening)
        return work(*arguments)

    def _run(self, statement: str, parameters: Sequence[Any]) -> tuple[list[Any], sqlite3.Cursor]:
        cursor = self._conn.execute(statement, parameters)
        return cursor.fetchall(), cursor

    def _run_many(self, statement: str, parameters: Sequence[Sequence[Any]]) -> int:
        return self._conn.executemany(statement, parameters).rowcount


async def connect(file: DatabaseFile, path: str, **options: Any) -> SQLiteConnection:
    """Open ``file``, whose path the driver gives, too. The connection never begins a transaction on its own.

    Raises:
        LostDatabaseError: it isn't the file that was opened before.
    """
    connection = SQLiteConnection(partial(_open_file, file, path, options), _CHUNK)
    # As with SQLAlchemy's own connections: one that's never closed must not keep the process alive.
    connection._thread.daemon = True  # noqa: SLF001 - the driver offers no other way
    try:
        await connection
    except sqlite3.Error:
        # The driver has told its thread to end. That must happen before the event loop that it reports to
        # ends.
        connection._thread.join()  # noqa: SLF001 - the driver offers no other way
        raise
    try:
        connection.file = file.opened()
    except LostDatabaseError:
        await connection.close()
        raise
    return connection


def _open_file(file: DatabaseFile, path: str, options: Mapping[str, Any]) -> sqlite3.Connection:
    file.create()
    # Without an isolation level, Python leaves it to us when a transaction begins.
    connection: sqlite3.Connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, **options)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    file.protect()
    return connection

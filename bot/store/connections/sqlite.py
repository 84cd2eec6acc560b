"""An SQLite file and its connections.

The file may only be read by its owner, and a commit to one that has been deleted counts as failed.
"""

import asyncio
import contextlib
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
import structlog

from bot.store.connections.errors import (
    DamagedDatabaseError,
    LostDatabaseError,
    NoWriteAheadLogError,
    UnwritableDatabaseError,
)

# A database with its write-ahead log and the index of that log.
_SUFFIXES = ("", "-wal", "-shm")
_OWNER_ONLY = 0o600
_OTHERS = 0o077

log = structlog.get_logger(__name__)

PATIENCE = 5.0
"""Maximum number of seconds that a writer waits for another process to release the file."""

_PRAGMAS = ("synchronous = FULL", "foreign_keys = ON")
# What SQLite says when it can't open a log, or can't share memory with others who read it. It has opened the
# file itself by then.
_NO_LOG = ("SQLITE_CANTOPEN", "SQLITE_IOERR_SHM", "SQLITE_PROTOCOL")
_CHUNK = 64
T = TypeVar("T")


class DatabaseFile:
    """The file that the connections of one `Database` have open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = Path(path)
        self._opened: tuple[int, int] | None = None
        self._is_lost = False
        self._is_damaged = False

    def create(self) -> None:
        """Create the file if it's missing, readable by its owner only.

        SQLite gives the files beside it the same permissions when it creates them.
        """
        # If the file can't be created, SQLite explains better why. One that exists must not be opened here:
        # closing it would release the locks that SQLite has on it.
        with contextlib.suppress(OSError):
            self._file.touch(_OWNER_ONLY, exist_ok=False)

    def protect(self) -> None:
        """Let only the owner of the file read it and the files beside it.

        To be called once SQLite has opened it: a mistyped path may lead to something that others need.
        """
        for suffix in _SUFFIXES:
            path = Path(f"{self._file}{suffix}")
            # It may belong to someone else, so that's up to them.
            with contextlib.suppress(OSError):
                mode = path.stat().st_mode
                if mode & _OTHERS:
                    path.chmod(stat.S_IMODE(mode) & ~_OTHERS)

    def opened(self) -> "OpenedFile":
        """Note that a connection has just opened the file.

        Raises:
            LostDatabaseError: it isn't the one that the other connections have open.
        """
        if self._opened is None:
            self._opened = _identity(self._file)
        self.check()
        return OpenedFile(self)

    def check(self) -> None:
        """Check that the file that was opened is still there. If it isn't, that's logged once.

        Raises:
            LostDatabaseError: it has been deleted, moved or replaced.
        """
        if self._opened is not None and _identity(self._file) != self._opened:
            self.lose()

    def lose(self) -> None:
        """Report that the file, or the write-ahead log beside it, is gone.

        Raises:
            LostDatabaseError: always.
        """
        if not self._is_lost:
            self._is_lost = True
            log.critical(
                "the database file has been deleted, moved or replaced; nothing can be saved",
                file=str(self._file.absolute()),
                remedy="stop the bot, put the file or a backup back, and start the bot again",
            )
        raise LostDatabaseError

    def report_damage(self, error: Exception) -> None:
        """Report that SQLite has found the file damaged. If that's at the start, the caller logs it."""
        if self._opened is not None and not self._is_damaged:
            self._is_damaged = True
            log.critical(
                "the database file is damaged; games may be unreadable and moves may not be saved",
                file=str(self._file.absolute()),
                error=str(error).partition("\n")[0],
                remedy="stop the bot, restore a backup with pyrga restore, and start the bot again",
            )
        raise DamagedDatabaseError from error

    def report_refusal(self, error: Exception) -> None:
        """Report that SQLite couldn't write to the file."""
        if self._opened is not None:
            log.critical(
                "the database file can't be written; nothing is saved until it can be",
                file=str(self._file.absolute()),
                error=str(getattr(error, "orig", error)),
                remedy="make room on the disk, and let the bot's user write to the file and its folder",
            )
        raise UnwritableDatabaseError from error


class OpenedFile:
    """The file as one connection has it open, with its write-ahead log.

    The log is the same one for as long as the connection is open.
    """

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file
        self._log_path = Path(f"{file.path}-wal")
        self._log = _identity(self._log_path)

    def check(self) -> None:
        """Check that both are still there: only then is what was committed on disk.

        Raises:
            LostDatabaseError: one of them isn't.
        """
        self._file.check()
        found = _identity(self._log_path)
        # A new database has no log until something is written.
        if self._log is None:
            self._log = found
        if found != self._log:
            self._file.lose()


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at ``path`` from another one of that name later; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Cursor:
    """The part of a cursor that SQLAlchemy uses. All rows are fetched along with the statement."""

    def __init__(self, connection: "SQLiteConnection") -> None:
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None  # No one asks for it.
        self.arraysize = 1
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        return self._keep(*await self._connection.run(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Run one statement with each of these sets of parameters. It returns no rows."""
        self.rowcount = await self._connection.run_many(statement, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows of the last statement."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Do nothing: the driver's own cursor was closed along with the statement."""

    def _keep(self, rows: list[Any], cursor: sqlite3.Cursor) -> Self:
        self._rows = rows
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        return self


class SQLiteConnection(aiosqlite.Connection):
    """An aiosqlite connection with the cursors of this module.

    Committing or rolling back outside a transaction does nothing and costs nothing.
    """

    file: OpenedFile
    _may_have_begun = False
    _opening: str | None = None

    def cursor(self) -> Any:
        """Return a cursor, which needs no thread until it runs a statement."""
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
        """Commit the transaction, if one has begun."""
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
    """Open ``file``, whose path the driver gives, too. The connection begins no transaction on its own."""
    connection = SQLiteConnection(partial(_open_file, file, path, options), _CHUNK)
    # As with SQLAlchemy's own connections: one that's never closed must not keep the process alive.
    connection._thread.daemon = True  # noqa: SLF001 - the driver offers no other way
    try:
        await connection
    except (sqlite3.Error, NoWriteAheadLogError):
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
        _write_ahead(connection, file.path)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except (sqlite3.Error, NoWriteAheadLogError):
        connection.close()
        raise
    file.protect()
    return connection


def _write_ahead(connection: sqlite3.Connection, path: str) -> None:
    """Have a write-ahead log. Where there can't be one, SQLite names the journal that it has, or fails."""
    try:
        (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith(_NO_LOG):
            raise
        raise NoWriteAheadLogError(path) from error
    if journal != "wal":
        raise NoWriteAheadLogError(path)

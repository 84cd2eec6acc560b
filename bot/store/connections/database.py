"""The connection to the database and its transactions, and waiting for a server that is still starting."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

import structlog
from sqlalchemy import URL, Connection, event, text
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.metrics import READS, WRITES, TransactionFigures
from bot.store.connections.database_server import PATIENCE, DatabaseServer, ServerLimits, engine_for
from bot.store.connections.errors import (
    BusyDatabaseError,
    RefusedConnectionError,
    UnreachableDatabaseError,
    is_damaged,
    is_locked,
    is_unwritable,
)
from bot.store.connections.process_name import new_process_name
from bot.store.connections.sqlite import DatabaseFile, connect
from bot.store.connections.transactions import check_fence_in, retried
from bot.store.schema.revision import (
    MIGRATION_PATIENCE,
    MigrationTimeoutError,
    NewerDatabaseError,
    newest_revision,
)
from bot.store.schema.stored_revision import stored_revision

if TYPE_CHECKING:
    from bot.store.schema.migration import AreOthersAlive, BackUp, Recompute

UNLIMITED = ServerLimits()
"""No limit: for the host's commands, since no one in Discord is waiting for them."""

READERS = 4
"""Number of connections to an SQLite file that only read."""

BEGIN = "pyrga_begin"
"""The execution option that says which statement begins a transaction on SQLite, if any does."""
P = ParamSpec("P")
T = TypeVar("T")

# Seconds between two checks whether another process has finished migrating, or a connection has come back.
_PAUSE = 0.05
# Seconds that closing waits for transactions that are in progress.
_CLOSING = 0.5


class Database:
    """One database, SQLite or PostgreSQL, using an asynchronous driver.

    A commit is on disk when ``writing`` returns: SQLite runs in WAL mode with a full sync. ``is_shared``
    says whether several processes of the bot may use it at the same time.

    SQLite allows one writer at a time. So all writing transactions of this process share one connection, in
    the order they asked for it, and never find the file locked by each other.

    Once the SQLite file has been deleted, moved or replaced, every transaction raises a `LostDatabaseError`;
    one that finds it damaged raises a `DamagedDatabaseError`. While a PostgreSQL server can't be reached,
    every transaction raises an `UnreachableDatabaseError`, which `retried` waits for.

    ``limits`` are for PostgreSQL only. ``process`` is a name that no other process has.
    """

    def __init__(self, url: URL, limits: ServerLimits = UNLIMITED) -> None:
        self.is_shared = url.get_backend_name() != "sqlite"
        self.process = new_process_name()
        self._server: DatabaseServer | None
        if self.is_shared:
            server = self._server = DatabaseServer()
            self._engines = [engine_for(url, limits, self.process)]
            self._writing = _Door(self._engines[0], WRITES, server=server)
            self._reading = _Door(self._engines[0], READS, "REPEATABLE READ", server=server)
            self._reading_once = _Door(self._engines[0], READS, "AUTOCOMMIT", server=server)
        else:
            self._server = None
            file = DatabaseFile(url.database or "")
            readers, writer = _sqlite(url, file, READERS), _sqlite(url, file, 1)
            self._engines = [readers, writer]
            begin_writing = writer.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
            self._writing = _Door(begin_writing, WRITES, file=file)
            self._reading = _Door(readers.execution_options(**{BEGIN: "BEGIN"}), READS, file=file)
            self._reading_once = _Door(readers, READS, file=file)

    async def migrate(
        self,
        recompute: "Recompute | None" = None,
        are_others_alive: "AreOthersAlive | None" = None,
        back_up: "BackUp | None" = None,
    ) -> None:
        """Bring the tables to the form that this version needs, if they aren't in it yet.

        If several processes do this at the same time, one migrates and the others wait for it. Before it
        changes anything that's there, ``back_up`` runs, and whatever that raises ends the migration. After a
        migration that older versions can't run with, ``recompute`` runs in the same transaction and fills in
        what's computed from the rest. On SQLite there's only one process, so nothing checks whether others
        are alive.
        """
        deadline = monotonic() + MIGRATION_PATIENCE
        asked = are_others_alive if self.is_shared else None
        while True:
            try:
                return await self._migrate_if_outdated(recompute, asked, back_up)
            except BusyDatabaseError as error:
                # SQLite itself waits for a few seconds or not at all, and a migration can take longer.
                if monotonic() > deadline:
                    raise MigrationTimeoutError from error
            await asyncio.sleep(_PAUSE)

    async def _migrate_if_outdated(
        self,
        recompute: "Recompute | None",
        are_others_alive: "AreOthersAlive | None",
        back_up: "BackUp | None",
    ) -> None:
        # This also opens the first reading connection, in a task that no one can cancel meanwhile.
        async with self.reading() as connection:
            stored = await connection.run_sync(stored_revision)
        if stored == newest_revision():
            return
        if stored is not None and stored > newest_revision():
            raise NewerDatabaseError(stored)
        # This loads a lot and is rarely needed.
        from bot.store.schema.migration import migrate_outdated  # noqa: PLC0415

        async with self.writing() as connection:
            await migrate_outdated(connection, recompute, are_others_alive, back_up)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that sees one state of the database and changes nothing.

        Raises:
            BusyDatabaseError: no connection became free in time.
        """
        async with self._reading.opened() as connection:
            yield connection

    @asynccontextmanager
    async def reading_once(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for one statement that reads, which is cheaper than a transaction around it.

        Raises:
            BusyDatabaseError: no connection became free in time.
        """
        async with self._reading_once.opened() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that is committed at the end, or rolled back if the block raises.

        Raises:
            BusyDatabaseError: it couldn't begin because others took too long to write.
            LostLeaseError: only the leader may do it, and this process no longer leads.
        """
        async with self._writing.opened() as connection:
            await check_fence_in(connection)
            yield connection

    @retried
    async def read_once(
        self,
        query: Callable[Concatenate[AsyncConnection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Return what ``query``, a single statement that reads, finds with these arguments."""
        async with self.reading_once() as connection:
            return await query(connection, *arguments, **options)

    @retried
    async def read(
        self,
        query: Callable[Concatenate[AsyncConnection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Return what ``query`` finds with these arguments in a transaction of its own that only reads."""
        async with self.reading() as connection:
            return await query(connection, *arguments, **options)

    @retried
    async def write(
        self,
        change: Callable[Concatenate[AsyncConnection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Do ``change`` with these arguments in a transaction of its own, and return what it returns."""
        async with self.writing() as connection:
            return await change(connection, *arguments, **options)

    async def give_up(self) -> None:
        """Cancel whatever waits for a PostgreSQL server, which may be silent, and refuse what comes later.

        The current task mustn't be in a transaction.
        """
        if self._server is not None:
            await self._server.give_up()

    async def close(self) -> None:
        """Close every connection. Those in use are given up if they aren't returned soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING):
                # The pool doesn't say when a connection comes back.
                while any(engine.pool.checkedout() for engine in self._engines):  # type: ignore[attr-defined]  # noqa: ASYNC110
                    await asyncio.sleep(_PAUSE)
        await self.give_up()
        for engine in self._engines:
            await engine.dispose()


@dataclass(frozen=True, slots=True)
class _Door:
    """A way to get a connection: the engine it comes from, and its isolation level, if not the usual one.

    ``figures`` are those of its transactions. Behind the engine is a ``file`` or a ``server``.
    """

    engine: AsyncEngine
    figures: TransactionFigures
    isolation: IsolationLevel | None = None
    file: DatabaseFile | None = None
    server: DatabaseServer | None = None

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection on which a transaction has begun, to be committed or rolled back at the end."""
        if self.file is not None:
            self.file.check()
        try:
            with self._awaited():
                async with self._begun() as connection:
                    yield connection
        except (sqlite3.DatabaseError, DBAPIError) as error:
            self._raise_known(error)
            raise
        if self.server is not None:
            self.server.note_reached()

    def _awaited(self, task: asyncio.Task[Any] | None = None) -> AbstractContextManager[None]:
        """Note that ``task``, or else the current one, may be waiting for the server, if there's one."""
        return nullcontext() if self.server is None else self.server.awaited(task)

    def _raise_known(self, error: sqlite3.DatabaseError | DBAPIError) -> None:
        """Translate an error for the caller, if it says something about the file or the server."""
        if self.server is not None and isinstance(error, DBAPIError):
            self.server.raise_known(error)
        if self.file is not None and is_locked(error):
            raise BusyDatabaseError from error
        if self.file is not None and is_damaged(error):
            self.file.report_damage(error)
        if self.file is not None and is_unwritable(error):
            self.file.report_refusal(error)

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[AsyncConnection]:
        figures, asked, began = self.figures, monotonic(), None
        try:
            async with AsyncExitStack() as stack:
                figures.waiting.inc()
                try:
                    connection = await self._begin(stack)
                finally:
                    figures.waiting.dec()
                    figures.wait_seconds.observe(monotonic() - asked)
                began = monotonic()
                yield connection
        finally:
            if began is not None:
                figures.seconds.observe(monotonic() - began)

    async def _begin(self, stack: AsyncExitStack) -> AsyncConnection:
        try:
            connection = stack.push_async_exit(await self._connected())
            if self.isolation is not None:
                await connection.execution_options(isolation_level=self.isolation)
            await stack.enter_async_context(connection.begin())
        except PoolTimeoutError as error:
            raise BusyDatabaseError from error
        return connection

    async def _connected(self) -> AsyncConnection:
        """Return a connection from the engine's pool, or a new one.

        SQLAlchemy loses a new connection if the task that opens it is canceled meanwhile, so this is another
        task.
        """
        opening = asyncio.ensure_future(self.engine.connect().start())
        with self._awaited(opening):
            try:
                return await asyncio.shield(opening)
            except asyncio.CancelledError:
                with contextlib.suppress(DBAPIError, PoolTimeoutError, sqlite3.Error):
                    await (await opening).close()
                raise


def _sqlite(url: URL, file: DatabaseFile, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        url,
        hide_parameters=True,
        connect_args={"async_creator_fn": partial(connect, file)},
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
    )
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock right away: one that reads first and asks for the lock later can be refused.
    statement: str | None = connection.get_execution_options().get(BEGIN)
    if statement is not None:
        driver: Any = connection.connection.driver_connection
        driver.begin(statement)


SERVER_PATIENCE = 300.0
"""Maximum number of seconds to wait for the server."""

REMINDER = 30.0
"""Number of seconds between log lines that say so."""

_BETWEEN_TRIES: Final = 0.5
log = structlog.get_logger(__name__)


class _DoneError(Exception):
    """Rolls the transaction back."""


async def try_writing(url: URL) -> str | None:
    """Connect to the database and change something in a transaction that's rolled back.

    Returns the version of its tables, or None if it has none. The bot may be running.

    Raises:
        SQLAlchemyError, sqlite3.Error, UnusableDatabaseError: it can't be read or written.
    """
    database = Database(url)
    revision = None
    try:
        with suppress(_DoneError):
            async with database.writing() as connection:
                revision = await connection.run_sync(stored_revision)
                await connection.execute(text("CREATE TABLE pyrga_can_write (number INTEGER)"))
                raise _DoneError
    finally:
        await database.close()
    return revision


async def wait_for_server(database: Database) -> None:
    """Wait until the server can be reached, if the database has one."""
    told = monotonic()
    while database.is_shared:
        try:
            async with database.reading_once():
                return
        except RefusedConnectionError:
            raise
        except UnreachableDatabaseError as error:
            if error.seconds > SERVER_PATIENCE:
                raise
            if monotonic() - told > REMINDER:
                told = monotonic()
                log.warning("still waiting for the database server", seconds=round(error.seconds))
        await asyncio.sleep(_BETWEEN_TRIES)

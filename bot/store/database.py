"""The connection to the database and its transactions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.migration import upgrade

_WRITING = "pyrga_writing"


class Database:
    """One database, SQLite or PostgreSQL, over an asynchronous driver.

    A commit is on the disk when ``writing`` returns: SQLite runs in WAL mode with a full sync. ``is_shared``
    tells whether several processes of the bot may use it at a time.
    """

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, hide_parameters=True)
        self.is_shared = url.get_backend_name() != "sqlite"
        if url.get_backend_name() == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self._engine.sync_engine, "begin", _begin_sqlite)

    async def migrate(self) -> None:
        """Bring the tables to the form that this version needs. Does nothing where they have it."""
        async with self.writing() as connection:
            await connection.run_sync(upgrade)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database and changes nothing."""
        async with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                # Without it, each of its statements would see a state of its own. SQLite knows no other way.
                await connection.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end, or undone where the block raises."""
        async with self._engine.connect() as connection:
            await connection.execution_options(**{_WRITING: True})
            async with connection.begin():
                yield connection

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


def _prepare_sqlite(connection: Any, record: object) -> None:
    del record
    # The driver's own idea of when a transaction begins is switched off; _begin_sqlite decides.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once: one that reads first and asks for the lock later can be refused.
    writing = connection.get_execution_options().get(_WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

"""Tries out whether a database can be used, and waits for a server that may still be starting."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import URL, text

from bot.store.connections.database import Database
from bot.store.connections.errors import RefusedConnectionError, UnreachableDatabaseError
from bot.store.schema.stored_revision import stored_revision

PATIENCE = 300.0
"""Maximum number of seconds to wait for the server."""

REMINDER = 30.0
"""Number of seconds between log lines that say so."""

_PAUSE: Final = 0.5
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
            if error.seconds > PATIENCE:
                raise
            if monotonic() - told > REMINDER:
                told = monotonic()
                log.warning("still waiting for the database server", seconds=round(error.seconds))
        await asyncio.sleep(_PAUSE)

"""Tries out whether a database can be used."""

from contextlib import suppress

from sqlalchemy import URL, text

from bot.store.connections.database import Database
from bot.store.schema.stored_revision import stored_revision


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

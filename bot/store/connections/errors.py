"""What can go wrong with the database."""

import sqlite3

from sqlalchemy.exc import DBAPIError


class BusyDatabaseError(Exception):
    """Others used the database for longer than a click can wait. Nothing was changed."""


class LostDatabaseError(Exception):
    """The SQLite file has been deleted, moved or replaced, so what is written to it is lost."""


def is_locked(error: sqlite3.OperationalError | DBAPIError) -> bool:
    """Whether SQLite has failed because another process keeps the file locked."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    # The low byte is the kind of error; the rest says more about it.
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY

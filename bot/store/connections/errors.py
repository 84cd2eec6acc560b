"""What can go wrong with the database."""

import sqlite3

from sqlalchemy.exc import DBAPIError


class UnusableDatabaseError(Exception):
    """The database can't be used right now, through no fault of the caller."""


class BusyDatabaseError(UnusableDatabaseError):
    """Others kept the database busy for longer than a click can wait. Nothing was changed."""


class UnreachableDatabaseError(UnusableDatabaseError):
    """The PostgreSQL server can't be reached, or has closed the connection.

    ``seconds`` is how long that has been so. If it happened during a commit, no one knows whether the
    transaction was committed; otherwise it wasn't.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the database server has been away for {seconds:.1f} seconds")
        self.seconds = seconds


class RefusedConnectionError(UnreachableDatabaseError):
    """The PostgreSQL server doesn't let the bot in: a password, a user or the database is wrong."""


class LostDatabaseError(UnusableDatabaseError):
    """The SQLite file has been deleted, moved or replaced, so what is written to it is lost."""


class DamagedDatabaseError(UnusableDatabaseError):
    """The SQLite file isn't a database, or is no longer intact."""


class UnwritableDatabaseError(UnusableDatabaseError):
    """The disk is full, or the SQLite file can't be written. What was stored before is still there."""


def is_locked(error: sqlite3.Error | DBAPIError) -> bool:
    """Return whether SQLite has failed because another process keeps the file locked."""
    return _code(error) == sqlite3.SQLITE_BUSY


def is_damaged(error: sqlite3.Error | DBAPIError) -> bool:
    """Return whether SQLite has failed because of what it found in the file."""
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_unwritable(error: sqlite3.Error | DBAPIError) -> bool:
    """Return whether SQLite has failed because the disk or the file doesn't take what it writes."""
    return _code(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}


def reason(error: Exception) -> str:
    """Say why a database can't be used, in a few words without a period."""
    if isinstance(error, BusyDatabaseError):
        return "another process keeps it locked"
    if isinstance(error, DamagedDatabaseError):
        return "the file is damaged, or it isn't a database"
    if isinstance(error, UnwritableDatabaseError):
        return "the disk is full, or the file is read-only"
    if isinstance(error, UnreachableDatabaseError) and isinstance(error.__cause__, Exception):
        return reason(error.__cause__)
    told = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return told.partition("\n")[0].rstrip(".") or type(error).__name__


def _code(error: sqlite3.Error | DBAPIError) -> int:
    cause = error.orig if isinstance(error, DBAPIError) else error
    # The low byte is the kind of error; the rest says more about it.
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF

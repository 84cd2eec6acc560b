"""What can go wrong with the database."""

import sqlite3
from typing import ClassVar

from sqlalchemy.exc import DBAPIError

from bot.environment import SettingError
from bot.values.errors import sentence


class UnusableDatabaseError(Exception):
    """The database can't be used right now, through no fault of the caller. ``says`` is as in ``Refusal``."""

    says: ClassVar[str]


class BusyDatabaseError(UnusableDatabaseError):
    """Others kept the database busy for longer than a click can wait. Nothing was changed."""

    says = sentence("My database is busy right now. Nothing has changed. Please try again in a minute.")


class UnreachableDatabaseError(UnusableDatabaseError):
    """The PostgreSQL server can't be reached, or has closed the connection.

    ``seconds`` is how long that has been so. If it happened during a commit, no one knows whether the
    transaction was committed; otherwise it wasn't.
    """

    says = sentence(
        "I can't reach my database right now, so that may not have counted. Everything from before is safe. "
        "Please try again in a minute."
    )

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the database server has been away for {seconds:.1f} seconds")
        self.seconds = seconds


class RefusedConnectionError(UnreachableDatabaseError):
    """The PostgreSQL server doesn't let the bot in: a password, a user or the database is wrong."""


class LostDatabaseError(UnusableDatabaseError):
    """The SQLite file has been deleted, moved or replaced, so what is written to it is lost."""

    says = sentence(
        "My database is missing, so I can't save anything. Please tell the person who runs this bot."
    )


class DamagedDatabaseError(UnusableDatabaseError):
    """The SQLite file isn't a database, or is no longer intact."""

    says = sentence(
        "My database is damaged, so I can't save anything. Please tell the person who runs this bot."
    )


class UnwritableDatabaseError(UnusableDatabaseError):
    """The disk is full, or the SQLite file can't be written. What was stored before is still there."""

    says = sentence(
        "I can't save anything right now, so that didn't count. Everything from before is safe. Please tell "
        "the person who runs this bot that the disk is full or can't be written to."
    )


class NoWriteAheadLogError(SettingError):
    """SQLite can't have a write-ahead log beside its file. Without one, reading would wait for writing."""

    def __init__(self, file: str) -> None:
        super().__init__(
            "PYRGA_DATABASE_URL",
            f"SQLite can't have a write-ahead log beside {file}, as on a network disk.",
            "Put the file in a folder on a disk of this machine where the bot can write, or use PostgreSQL.",
        )


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

"""Copies an SQLite file that may be in use, and puts a copy in its place."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from bot.store.backups.files import BackupError, StoppedBackupError, check_revision, replace
from bot.store.connections.plain_connection import existing_file, revision_in

_STEPS = 100_000
"""Number of SQLite's steps between checks whether to go on."""


def copy(source: Path, file: Path, remedy: str, is_stopped: Callable[[], bool]) -> None:
    """Copy the state of a single moment to an empty file, and verify the copy.

    Raises:
        BackupError: the source can't be read, isn't the bot's, or isn't sound. Then the error says
            ``remedy``. Or it's from a newer version, the disk is full, or the bot is stopping.
    """
    try:
        with existing_file(source) as connection:
            check_revision(str(source), revision_in(connection), remedy)
            connection.set_progress_handler(is_stopped, _STEPS)
            connection.execute("VACUUM INTO ?", [str(file)])
        with existing_file(file) as connection:
            connection.set_progress_handler(is_stopped, _STEPS)
            _check_soundness(connection)
    except sqlite3.Error as error:
        match getattr(error, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_INTERRUPT:
                raise StoppedBackupError from None
            case sqlite3.SQLITE_FULL:
                problem, remedy = "The disk is full.", "Free up some space, or choose a file on another disk."
            case sqlite3.SQLITE_NOTADB:
                problem = f"{source} isn't an SQLite database."
            case _:
                problem = f"{source} can't be copied: {str(error).rstrip('.')}."
        raise BackupError(problem, remedy) from None


def put_in_place(file: Path, target: Path, now: datetime) -> Path | None:
    """Let a file be the database, which no one is using; return where the previous one is kept, if any."""
    kept = target.with_name(f"{target.name}.before-restore-{now:%Y%m%dT%H%M%S}")
    if target.exists():
        # Whatever is still in its write-ahead log belongs in the file. If that's damaged, this may fail.
        with suppress(sqlite3.Error), existing_file(target) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{target}{suffix}").rename(f"{kept}{suffix}")
    replace(file, target)
    return kept if kept.exists() else None


def _check_soundness(connection: sqlite3.Connection) -> None:
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise sqlite3.DatabaseError(str(said))
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise sqlite3.DatabaseError("a row refers to another one that isn't there")

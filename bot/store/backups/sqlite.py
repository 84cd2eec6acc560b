"""Backs up and restores an SQLite file."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from bot.store.backups.contents import OTHER_BACKUP, OTHER_DATABASE, BackupError, Contents, StoppedBackupError
from bot.store.backups.new_file import new_file, sync, sync_folder, temporary_file
from bot.store.connections.plain_connection import existing_file, revision_in

_PAGES = 1024
"""Number of pages that are copied between checks whether to go on."""

_STEPS = 100_000
"""Number of SQLite's steps between such checks while it verifies the copy."""

_SUFFIXES = ("-wal", "-shm")


def back_up(source: Path, target: Path, is_stopped: Callable[[], bool]) -> Contents:
    """Copy a database that may be in use to a new file, and verify the copy.

    Raises:
        BackupError: it can't be read, or the copy can't be written or isn't sound. There is no new file then.
    """
    with new_file(target) as file:
        remedy = "If it's damaged, stop the bot and restore the newest backup that isn't: pyrga restore FILE."
        with _explained(source, remedy):
            return _copy(source, file, OTHER_DATABASE, is_stopped)


def restore(backup: Path, target: Path, now: datetime) -> tuple[Contents, Path | None]:
    """Replace a database that no one is using with a backup; return what's in it.

    The previous database is kept under another name, which is returned, too.

    Raises:
        BackupError: the backup isn't sound, is from a newer version, or can't be copied. Then nothing
            changes.
    """
    if target.exists() and backup.samefile(target):
        raise BackupError(f"{backup} is the bot's database itself.", "Choose a backup of it.")
    with temporary_file(target) as file:
        with _explained(backup, OTHER_BACKUP):
            contents = _copy(backup, file, OTHER_BACKUP, lambda: False)
        sync(file)
        kept = _keep(target, now) if target.exists() else None
        file.replace(target)
        sync_folder(target)
    return contents, kept


def _copy(source: Path, file: Path, remedy: str, is_stopped: Callable[[], bool]) -> Contents:
    with existing_file(source) as connection:
        # The copy has the state that this transaction sees, even if something is written meanwhile.
        connection.execute("BEGIN")
        expected = _contents(connection)
        expected.check(str(source), remedy)
        with existing_file(file) as copy:
            copy.execute("PRAGMA synchronous = OFF")
            connection.backup(copy, pages=_PAGES, progress=lambda *_: _go_on(is_stopped))
            # Otherwise it would be three files whenever someone looks at it.
            copy.execute("PRAGMA journal_mode = DELETE")
    with existing_file(file) as copy:
        copy.set_progress_handler(is_stopped, _STEPS)
        _check(copy)
        if _contents(copy) != expected:
            raise BackupError("The copy differs from the database.", "Check the disk, then try again.")
    return expected


def _go_on(is_stopped: Callable[[], bool]) -> None:
    if is_stopped():
        raise StoppedBackupError


def _contents(connection: sqlite3.Connection) -> Contents:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    names = [name for (name,) in connection.execute(tables)]
    return Contents(revision_in(connection), {name: _number_of_rows(connection, name) for name in names})


def _number_of_rows(connection: sqlite3.Connection, table: str) -> int:
    quoted = table.replace('"', '""')
    (number,) = connection.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()  # noqa: S608 - quoted
    return int(number)


def _check(connection: sqlite3.Connection) -> None:
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise sqlite3.DatabaseError(str(said))
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise sqlite3.DatabaseError("a row refers to another one that isn't there")


@contextmanager
def _explained(source: Path, remedy: str) -> Iterator[None]:
    try:
        yield
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


def _keep(target: Path, now: datetime) -> Path:
    """Give the database a second name, so that there's a database at any time; return that name."""
    kept = target.with_name(f"{target.name}.before-restore-{now:%Y%m%dT%H%M%S}")
    # Whatever is still in its write-ahead log belongs in the file. If that's damaged, this may fail.
    with suppress(sqlite3.Error), existing_file(target) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in _SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{target}{suffix}").rename(f"{kept}{suffix}")
    try:
        kept.hardlink_to(target)
    except OSError:
        # Not every file system supports hard links.
        target.rename(kept)
    return kept

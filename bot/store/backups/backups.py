"""Backs up and restores a database of either kind."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL

from bot.store.backups import sqlite
from bot.store.backups.contents import BackupError, Contents


def back_up(url: URL, target: Path, is_stopped: Callable[[], bool] = lambda: False) -> Contents:
    """Copy the database to a new file while the bot may be running, and verify the copy.

    The copy has the state of a single moment. It's given up once ``is_stopped`` returns true.

    Raises:
        BackupError: the copy can't be made. There is no new file then.
    """
    file = _sqlite_file(url)
    if file is None:
        from bot.store.backups import postgresql  # noqa: PLC0415 - its driver is an optional extra

        return postgresql.back_up(url, target, is_stopped)
    if not file.exists():
        raise BackupError(
            f"There's no database at {file}.", "If it's somewhere else, set PYRGA_DATABASE_URL."
        )
    return sqlite.back_up(file, target, is_stopped)


def restore(backup: Path, url: URL, now: datetime) -> tuple[Contents, Path | None]:
    """Replace the database, which no one may be using, with a verified backup.

    Returns what's in it, and where the previous SQLite file is kept, if there was one. A PostgreSQL database
    has to be empty.

    Raises:
        BackupError: the backup can't be used. Then nothing changes.
    """
    if not backup.is_file():
        raise BackupError(f"There's no file {backup}.", "Check its name.")
    file = _sqlite_file(url)
    if file is None:
        from bot.store.backups import postgresql  # noqa: PLC0415 - its driver is an optional extra

        return postgresql.restore(backup, url), None
    return sqlite.restore(backup, file, now)


def suffix_for(url: URL) -> str:
    """How the name of a backup of this database ends."""
    return ".dump" if _sqlite_file(url) is None else ".db"


def _sqlite_file(url: URL) -> Path | None:
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None

"""Backs up and restores a database of either kind, and keeps the daily backups."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import URL

from bot.store.backups import sqlite
from bot.store.backups.files import (
    OTHER_BACKUP,
    OTHER_DATABASE,
    PARTIAL,
    BackupError,
    new_file,
    partial_file,
)

_COPY, _DUMP = ".db", ".dump"


def back_up(url: URL, target: Path, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy the database to a new file while the bot may be running, and verify the copy.

    The copy has the state of a single moment. It's given up once ``is_stopped`` returns true.

    Raises:
        BackupError: the copy can't be made. There is no new file then.
    """
    source = _sqlite_file(url)
    if source is not None and not source.exists():
        problem = f"There's no database at {source}."
        raise BackupError(problem, "If it's somewhere else, set PYRGA_DATABASE_URL.")
    with new_file(target) as file:
        if source is None:
            from bot.store.backups import postgresql  # noqa: PLC0415 - its driver is an optional extra

            postgresql.dump(url, file, is_stopped)
        else:
            sqlite.copy(source, file, OTHER_DATABASE, is_stopped)


def restore(backup: Path, url: URL, now: datetime) -> Path | None:
    """Replace the database, which no one may be using, with a verified backup.

    Returns where the previous SQLite file is kept, if there was one. A PostgreSQL database has to be empty.

    Raises:
        BackupError: the backup can't be used. Then nothing changes.
    """
    if not backup.is_file():
        raise BackupError(f"There's no file {backup}.", "Check its name.")
    target = _sqlite_file(url)
    if target is None:
        from bot.store.backups import postgresql  # noqa: PLC0415 - its driver is an optional extra

        postgresql.restore(backup, url)
        return None
    if target.exists() and backup.samefile(target):
        raise BackupError(f"{backup} is the bot's database itself.", "Choose a backup of it.")
    with partial_file(target) as file:
        sqlite.copy(backup, file, OTHER_BACKUP, lambda: False)
        return sqlite.put_in_place(file, target, now)


def _sqlite_file(url: URL) -> Path | None:
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


class DailyBackups:
    """The daily backups of one database in a folder. The newest ``kept`` stay.

    The names of the files say which days have one, so a restart neither makes a second one nor forgets one.
    Other files are left alone.
    """

    def __init__(self, url: URL, folder: Path, kept: int) -> None:
        self._url = url
        self._kept = kept
        self.folder = folder
        self._prefix = f"{Path(url.database or '').stem}-daily-"
        self._suffix = _DUMP if _sqlite_file(url) is None else _COPY

    def is_due(self, now: datetime) -> bool:
        """Whether backups are wanted and today's hasn't been made yet."""
        return self._kept > 0 and not self._file(now.date()).exists()

    def make(self, now: datetime, is_stopped: Callable[[], bool]) -> Path:
        """Make today's backup and verify it; then delete the oldest ones beyond the number to keep.

        Raises:
            BackupError: it can't be made. No other backup is deleted then.
        """
        file = self._file(now.date())
        with self._writing():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(self._url, file, is_stopped)
        for old in self.stored()[: -self._kept]:
            old.unlink(missing_ok=True)
        return file

    def delete_partial(self) -> None:
        """Delete what killed processes have left of daily backups, even if none are wanted anymore.

        No other process may be making one.

        Raises:
            BackupError: it can't be deleted.
        """
        with self._writing():
            for file in self._found(
                rf"({re.escape(_COPY)}|{re.escape(_DUMP)})-.*{re.escape(PARTIAL)}(-journal)?"
            ):
                file.unlink(missing_ok=True)

    def stored(self) -> list[Path]:
        """Return the daily backups in the folder, the oldest first."""
        return self._found(re.escape(self._suffix))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            problem = f"The folder {self.folder} can't be written ({error.strerror})."
            raise BackupError(
                problem, "Set PYRGA_BACKUP_FOLDER to a folder that the bot can write to."
            ) from None

    def _found(self, ending: str) -> list[Path]:
        """Return the files that are called like daily backups and end with this pattern."""
        name = re.compile(rf"{re.escape(self._prefix)}\d{{4}}-\d\d-\d\d{ending}")
        if not self.folder.is_dir():
            return []
        return sorted(file for file in self.folder.iterdir() if name.fullmatch(file.name) and file.is_file())

    def _file(self, day: date) -> Path:
        return self.folder / f"{self._prefix}{day}{self._suffix}"

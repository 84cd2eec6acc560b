"""The file of an SQLite database: who may read it, and whether it's still there.

A process that has opened a file can go on writing to it after someone has deleted it, and everything it
writes is lost. SQLite doesn't notice that.
"""

import contextlib
import os
import stat
from pathlib import Path

import structlog

from bot.store.connections.errors import DamagedDatabaseError, LostDatabaseError, UnwritableDatabaseError

# A database with its write-ahead log and the index of that log.
_SUFFIXES = ("", "-wal", "-shm")
_OWNER_ONLY = 0o600
_OTHERS = 0o077

log = structlog.get_logger(__name__)


class DatabaseFile:
    """The file that the connections of one `Database` have open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = Path(path)
        self._opened: tuple[int, int] | None = None
        self._is_lost = False
        self._is_damaged = False

    def create(self) -> None:
        """Create the file if it's missing, readable by its owner only.

        SQLite gives the files beside it the same permissions when it creates them.
        """
        # If the file can't be created, SQLite explains better why. One that exists must not be opened here:
        # closing it would release the locks that SQLite has on it.
        with contextlib.suppress(OSError):
            os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNER_ONLY))

    def protect(self) -> None:
        """Let only the owner of the file read it and the files beside it.

        To be called once SQLite has opened it: a mistyped path may lead to something that others need.
        """
        for suffix in _SUFFIXES:
            path = Path(f"{self._file}{suffix}")
            # It may belong to someone else, so that's up to them.
            with contextlib.suppress(OSError):
                mode = path.stat().st_mode
                if mode & _OTHERS:
                    path.chmod(stat.S_IMODE(mode) & ~_OTHERS)

    def opened(self) -> "OpenedFile":
        """Note that a connection has just opened the file.

        Raises:
            LostDatabaseError: it isn't the one that the other connections have open.
        """
        if self._opened is None:
            self._opened = _identity(self._file)
        self.check()
        return OpenedFile(self)

    def check(self) -> None:
        """Check that the file that was opened is still there. If it isn't, that's logged once.

        Raises:
            LostDatabaseError: it has been deleted, moved or replaced.
        """
        if self._opened is not None and _identity(self._file) != self._opened:
            self.lose()

    def lose(self) -> None:
        """Report that the file, or the write-ahead log beside it, is gone.

        Raises:
            LostDatabaseError: always.
        """
        if not self._is_lost:
            self._is_lost = True
            log.critical(
                "the database file has been deleted, moved or replaced; nothing can be saved",
                file=str(self._file.absolute()),
                remedy="stop the bot, put the file or a backup back, and start the bot again",
            )
        raise LostDatabaseError

    def report_damage(self, error: Exception) -> None:
        """Report that SQLite has found the file damaged. If that's at the start, the caller logs it.

        Raises:
            DamagedDatabaseError: always.
        """
        if self._opened is not None and not self._is_damaged:
            self._is_damaged = True
            log.critical(
                "the database file is damaged; games may be unreadable and moves may not be saved",
                file=str(self._file.absolute()),
                error=str(error).partition("\n")[0],
                remedy="stop the bot, restore a backup with pyrga restore, and start the bot again",
            )
        raise DamagedDatabaseError from error

    def report_refusal(self, error: Exception) -> None:
        """Report that SQLite couldn't write to the file.

        Raises:
            UnwritableDatabaseError: always.
        """
        if self._opened is not None:
            log.critical(
                "the database file can't be written; nothing is saved until it can be",
                file=str(self._file.absolute()),
                error=str(getattr(error, "orig", error)),
                remedy="make room on the disk, and let the bot's user write to the file and its folder",
            )
        raise UnwritableDatabaseError from error


class OpenedFile:
    """The file as one connection has it open, with its write-ahead log.

    The log is the same one for as long as the connection is open.
    """

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file
        self._log_path = Path(f"{file.path}-wal")
        self._log = _identity(self._log_path)

    def check(self) -> None:
        """Check that both are still there: only then is what was committed on disk.

        Raises:
            LostDatabaseError: one of them isn't.
        """
        self._file.check()
        found = _identity(self._log_path)
        # A new database has no log until something is written.
        if self._log is None:
            self._log = found
        if found != self._log:
            self._file.lose()


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at ``path`` from another one that gets its name later; None if there's no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

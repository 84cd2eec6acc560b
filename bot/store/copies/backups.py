"""Copies of the whole database: made while the bot may be running, verified, and put back.

SQLite copies its file itself, and PostgreSQL's own programs copy a database on a server.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from errno import ENOSPC
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from bot.environment import CommandError, postgresql_environment
from bot.store.connections.plain_connection import existing_file, revision_in
from bot.store.schema.revision import newest_revision, remedy_for, too_new

_PARTIAL = ".partial-"
_PORTABLE = ("--no-owner", "--no-privileges")


def back_up(url: URL, target: Path) -> None:
    """Copy the database, as it is at a single moment, to a new file, and verify the copy.

    Raises:
        CommandError: it can't be copied, or the file exists. Nothing has changed then.
    """
    if os.path.lexists(target):
        raise CommandError(f"{target} already exists. Choose another name, or move it out of the way.")
    with _complete(target) as file:
        if url.get_backend_name() == "sqlite":
            _copy(_file_of(url), file)
        else:
            _run("pg_dump", url, "--format=custom", *_PORTABLE, f"--file={file}", f"--dbname={_address(url)}")
            # Reads it from beginning to end.
            _run("pg_restore", url, f"--file={os.devnull}", str(file))


def restore(backup: Path, url: URL, now: datetime) -> Path | None:
    """Put a backup in the place of the database, which no one may be using.

    Returns where the previous SQLite file is kept, if there was one. A database on a server has to be empty.
    """
    if url.get_backend_name() != "sqlite":
        options = ("--single-transaction", "--exit-on-error", *_PORTABLE, f"--dbname={_address(url)}")
        _run("pg_restore", url, *options, str(backup))
        return None
    target = _file_of(url)
    kept = target.with_name(f"{target.name}.before-restore-{now:%Y%m%dT%H%M%S}")
    with _complete(target) as file:
        _copy(backup, file)
        # What's still in the write-ahead log of the previous one belongs to it.
        for suffix in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                Path(f"{target}{suffix}").rename(f"{kept}{suffix}")
    return kept if kept.exists() else None


class DailyBackups:
    """The daily backups of one database in a folder, of which the newest ``kept`` stay.

    The names of the files say which days have one. Other files are left alone.
    """

    def __init__(self, url: URL, folder: Path, kept: int) -> None:
        self._url = url
        self._folder = folder
        self._kept = kept
        self._prefix = f"{Path(url.database or '').stem}-daily-"
        self._suffix = ".db" if url.get_backend_name() == "sqlite" else ".dump"

    def make(self, now: datetime) -> Path | None:
        """Make today's backup if it's wanted and isn't there, then delete the oldest; return what was made.

        No other process may be making one: what killed processes have left is deleted first.

        Raises:
            CommandError: it can't be made. No other backup is deleted then.
        """
        for left in self._folder.glob(f"{self._prefix}*{_PARTIAL}*"):
            shutil.rmtree(left)
        file = self._folder / f"{self._prefix}{now.date()}{self._suffix}"
        if self._kept == 0 or file.exists():
            return None
        back_up(self._url, file)
        for old in self.stored()[: -self._kept]:
            old.unlink()
        return file

    def stored(self) -> list[Path]:
        """Return the daily backups in the folder, the oldest first."""
        return sorted(self._folder.glob(f"{self._prefix}????-??-??{self._suffix}"))


@contextmanager
def _complete(target: Path) -> Iterator[Path]:
    """Give a file that becomes ``target`` once the block has succeeded. Only its owner can read it."""
    try:
        folder = target.absolute().parent
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True)
        with TemporaryDirectory(prefix=f"{target.name}{_PARTIAL}", dir=folder) as partial:
            file = Path(partial) / target.name
            file.touch(mode=0o600)
            yield file
            with file.open("rb") as written:
                os.fsync(written.fileno())
            file.replace(target)
    except OSError as error:
        remedy = "Free up some space." if error.errno == ENOSPC else "Choose another folder."
        raise CommandError(f"{target} can't be written ({error.strerror}). {remedy}") from None


def _copy(source: Path, file: Path) -> None:
    try:
        with existing_file(source) as original, closing(sqlite3.connect(file)) as copy:
            revision = revision_in(original)
            if revision is None:
                raise CommandError(f"{source} isn't a database of the bot. Choose another file.")
            if revision > newest_revision():
                raise CommandError(f"{too_new(str(source), revision)} {remedy_for(revision)}")
            original.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise sqlite3.DatabaseError("it's damaged")
    except sqlite3.Error as error:
        is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        remedy = "Free up some space." if is_full else "If it's the bot's database, restore a backup of it."
        raise CommandError(f"{source} can't be copied: {error}. {remedy}") from None


def _run(program: str, url: URL, *arguments: str) -> None:
    command, environment = [program, "--no-password", *arguments], postgresql_environment(url.password)
    try:
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)  # noqa: S603 - a program of PostgreSQL
    except FileNotFoundError:
        remedy = "Install PostgreSQL's client programs, of the server's version or newer."
        raise CommandError(f"{program} isn't installed. {remedy}") from None
    if done.returncode:
        said = done.stderr.partition("\n")[0].removeprefix(f"{program}: ").removeprefix("error: ")
        remedy = "Check the file, the server, and the disk. A backup is restored into an empty database."
        raise CommandError(f"{program} failed: {said.rstrip('.')}. {remedy}")


def _address(url: URL) -> str:
    """Return the address without the password: everyone on the machine can read a program's arguments."""
    return url.set(drivername="postgresql", password=None).render_as_string()


def _file_of(url: URL) -> Path:
    return Path(url.database or "")

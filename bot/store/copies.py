"""Copies of the whole database: made while the bot may be running, verified, put back, and moved elsewhere.

SQLite copies its file itself, and PostgreSQL's own programs copy a database on a server.
"""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from errno import ENOSPC
from functools import partial
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, Row, Table, create_engine, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.environment import CommandError, postgresql_environment
from bot.settings import Settings
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE, STOPPED
from bot.store.connections.errors import reason
from bot.store.connections.plain_connection import existing_file, revision_in
from bot.store.schema.revision import moving_revision, newest_revision, remedy_for, too_new
from bot.store.schema.stored_revision import REVISION_TABLE, change_revision, stored_revision
from bot.store.schema.tables import heartbeats, metadata

T = TypeVar("T")
_MEGABYTE = 1_000_000
_PARTIAL = ".partial-"
_PORTABLE = ("--no-owner", "--no-privileges")


def back_up(url: URL, target: Path) -> None:
    """Copy the database, as it is at a single moment, to a new file, and verify the copy.

    Raises:
        CommandError: it can't be copied, or the file exists. Nothing has changed then.
    """
    if os.path.lexists(target):
        raise CommandError(f"{target} already exists. Choose another name, or move it out of the way.")
    _write_backup(url, target, needed=_size(url))


def _write_backup(url: URL, target: Path, *, needed: int) -> None:
    """Copy the database to a file, which it may replace, if so many bytes are free there."""
    with _complete(target) as file:
        if (free := shutil.disk_usage(file.parent).free) < needed:
            megabytes = f"{-(-needed // _MEGABYTE):,} MB are needed, and {free // _MEGABYTE:,} MB are free"
            raise CommandError(f"There's no room for {target}: {megabytes}. Free up some space.")
        if url.get_backend_name() == "sqlite":
            _copy(_file_of(url), file)
        else:
            _run("pg_dump", url, "--format=custom", *_PORTABLE, f"--file={file}", f"--dbname={_address(url)}")
            # Reads it from beginning to end.
            _run("pg_restore", url, f"--file={os.devnull}", str(file))


def _size(url: URL) -> int:
    """Return how many bytes a backup of a database takes at most."""
    if url.get_backend_name() == "sqlite":
        files = (Path(f"{_file_of(url)}{suffix}") for suffix in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            # A dump has no indexes.
            tables = "SELECT sum(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = "
            return int(connection.scalar(text(f"{tables} current_schema::regnamespace")) or 0)
    except SQLAlchemyError as error:
        raise CommandError(f"The database can't be copied: {reason(error)}. Check the server.") from error
    finally:
        engine.dispose()


async def in_own_thread(copy: Callable[[], T]) -> T:
    """Copy something in a thread of its own, which doesn't keep the process from ending."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(copy())
        except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)


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


class _Backups:
    """The backups of one kind of one database in a folder. Other files there are left alone."""

    def __init__(self, url: URL, folder: Path, kind: str) -> None:
        self._url = url
        self._folder = folder
        self._prefix = f"{Path(url.database or '').stem}-{kind}-"
        self._suffix = ".db" if url.get_backend_name() == "sqlite" else ".dump"

    def file(self, name: str) -> Path:
        """Return the file of the backup of a day, or of a version of the tables."""
        return self._folder / f"{self._prefix}{name}{self._suffix}"

    def _clear(self) -> None:
        """Delete what killed processes have left."""
        for left in self._folder.glob(f"{self._prefix}*{_PARTIAL}*"):
            shutil.rmtree(left)


class DailyBackups(_Backups):
    """The daily backups of one database, of which the newest ``kept`` stay."""

    def __init__(self, url: URL, folder: Path, kept: int) -> None:
        super().__init__(url, folder, "daily")
        self._kept = kept

    def make(self, now: datetime) -> Path | None:
        """Make today's backup if it's wanted and isn't there, then delete the oldest; return what was made.

        No other process may be making one: what killed processes have left is deleted first.

        Raises:
            CommandError: it can't be made. No other backup is deleted then.
        """
        self._clear()
        file = self.file(str(now.date()))
        if self._kept == 0 or file.exists():
            return None
        back_up(self._url, file)
        for old in self.stored()[: -self._kept]:
            old.unlink()
        return file

    def stored(self) -> list[Path]:
        """Return the daily backups in the folder, the oldest first."""
        return sorted(self._folder.glob(self.file("????-??-??").name))


class MigrationBackups(_Backups):
    """The backups of a database from before its migrations: one for each version of the tables."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.database(), settings.migration_backup_folder(), "before-migration-from")

    async def make(self, revision: str) -> Path:
        """Back up a database whose tables have this version, and return the file.

        An earlier one of that version is replaced. No other process may be making one, as for daily backups.

        Raises:
            CommandError: it can't be made. Nothing has changed then.
        """
        file = self.file(revision)
        try:
            await in_own_thread(partial(self._write, file))
        except CommandError as error:
            why = "The database has to be backed up before its migration."
            remedy = "Or back it up yourself, then start once with pyrga run --backed-up."
            raise CommandError(f"{why} {error} {remedy}") from None
        return file

    def _write(self, file: Path) -> None:
        self._clear()
        # Beside an SQLite file, the migration itself takes as much again at most.
        copies = 2 if self._url.get_backend_name() == "sqlite" else 1
        _write_backup(self._url, file, needed=copies * _size(self._url))

    def newest(self) -> Path | None:
        """Return the newest that this version of the bot can restore, if there's one."""
        stored = sorted(self._folder.glob(self.file("*").name))
        known = [file for file in stored if file.stem.removeprefix(self._prefix) <= newest_revision()]
        return known[-1] if known else None


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
            # On a network disk, there's no memory to share with others who read the copy.
            copy.execute("PRAGMA locking_mode = EXCLUSIVE")
            original.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise sqlite3.DatabaseError("it's damaged")
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        is_full = getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
        damaged = "If it's the bot's database, restore a backup of it."
        remedy = "Free up some space, or check the disk." if is_full else damaged
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
        why = said.rstrip(".") or f"it ended with {done.returncode}"
        is_taken = "already exists" in said
        remedy = "Choose an empty database." if is_taken else "Check the file, the server, and the disk."
        raise CommandError(f"{program} failed: {why}. {remedy}")


def _address(url: URL) -> str:
    """Return the address without the password: everyone on the machine can read a program's arguments."""
    return url.set(drivername="postgresql", password=None).render_as_string()


def _file_of(url: URL) -> Path:
    return Path(url.database or "")


GO_ON = "Nothing is lost: run the same command again to continue."
_START_OVER = "Start over with an empty TO."

_ROWS = 2000
"""Number of rows that are in memory at a time."""


def move(source: URL, target: URL, report: Callable[[str], None]) -> None:
    """Copy everything to the target, and verify it. After an interruption, calling this again resumes it.

    Each table is copied in one transaction, after those that it refers to, so one that has rows in the target
    is complete. Until all are verified, no bot starts with the target (`moving_revision`). Even the last
    heartbeat is copied, which clocks continue from. On SQLite, the caller keeps others away from both files.
    ``report`` is called with what's about to be done, in a few words.

    Raises:
        CommandError: the source can't be moved, the target isn't empty or differs from it, or one of them
            can't be used.
    """
    from_, to = _engine(source), _engine(target)
    try:
        with from_.connect() as reading:
            _check_source(reading)
            _prepare(to)
            for table in metadata.sorted_tables:
                _copy_tables(reading, to, table, report)
        # The bot may have been started meanwhile.
        with from_.connect() as reading:
            _check_source(reading)
        _finish(to)
    except (SQLAlchemyError, ValueError) as error:
        # SQLite stores any text in a column of dates, which is then a ValueError.
        raise CommandError(f"Moving failed: {reason(error)}. {GO_ON}") from error
    finally:
        from_.dispose()
        to.dispose()


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    return create_engine(url, hide_parameters=True, isolation_level="REPEATABLE READ")


def _check_source(source: Connection) -> None:
    """Check that the database has the tables of this version, and that no bot is running with it."""
    revision = stored_revision(source)
    if revision is None:
        raise CommandError("FROM isn't a database of the bot. Check its address.")
    if revision > newest_revision():
        raise CommandError(f"{too_new('FROM', revision)} {remedy_for(revision)}")
    if revision < newest_revision():
        problem = f"FROM has version {revision} of the tables, and this version needs {newest_revision()}."
        raise CommandError(f"{problem} Start the bot with FROM once to bring them up to date, then stop it.")
    # The lock beside an SQLite file has already shown that.
    if source.dialect.name != "sqlite" and source.scalar(
        select(func.max(heartbeats.c.beat_at) > func.now() - LONGEST_HEALTHY_SILENCE).where(
            heartbeats.c.process != STOPPED
        )
    ):
        seconds = LONGEST_HEALTHY_SILENCE // timedelta(seconds=1)
        raise CommandError(f"The bot is running on FROM. Stop it; after a crash, wait {seconds} seconds.")


def _prepare(target: Engine) -> None:
    """Create the target's tables, unless an interrupted move has."""
    # A start doesn't need it, and daily backups load this module.
    from bot.store.schema.migration import upgrade  # noqa: PLC0415 - as above

    with target.begin() as connection:
        revision = stored_revision(connection)
        if revision == moving_revision():
            return
        if revision is not None and revision > newest_revision():
            raise CommandError(f"{too_new('TO', revision)} {_START_OVER}")
        for name in sorted(set(inspect(connection).get_table_names()) - {REVISION_TABLE}):
            if name not in metadata.tables or _count(connection, metadata.tables[name]):
                raise CommandError(f"TO isn't empty: it has {name}. Choose an empty database.")
        upgrade(connection)
        change_revision(connection, moving_revision())


def _copy_tables(source: Connection, target: Engine, table: Table, report: Callable[[str], None]) -> None:
    """Copy a table, unless an interrupted move has, and verify the copy."""
    with target.begin() as connection:
        if not _count(connection, table):
            report(f"Copying {table.name}: {_count(source, table):,} rows")
            for rows in _batches(source, table):
                connection.execute(insert(table), [row._asdict() for row in rows])
    with target.connect() as connection:
        report(f"Verifying {table.name}")
        if _checksum(source, table) != _checksum(connection, table):
            raise CommandError(f"TO differs from FROM in {table.name}. {_START_OVER}")


def _finish(target: Engine) -> None:
    """Make the target a database like any other. New rows get numbers after those that are there."""
    with target.begin() as connection:
        if connection.dialect.name != "sqlite":
            for table in metadata.sorted_tables:
                if (column := table.autoincrement_column) is not None:
                    sequence = func.pg_get_serial_sequence(table.name, column.name)
                    connection.execute(select(func.setval(sequence, func.max(column))))
        change_revision(connection, newest_revision())
        # PostgreSQL would read far more rows than it needs until it has looked at the tables.
        connection.execute(text("ANALYZE"))


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _batches(connection: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    return connection.execute(select(table), execution_options={"yield_per": _ROWS}).partitions()


def _checksum(connection: Connection, table: Table) -> int:
    """Return the sum of the digests of the rows: databases sort texts differently."""
    return sum(_digest(row) for rows in _batches(connection, table) for row in rows)


def _digest(row: Row[Any]) -> int:
    # SQLite stores -0.0 as 0.0, which is also the sum of the two.
    values = [value + 0.0 if isinstance(value, float) else value for value in row]
    written = json.dumps(values, default=repr, sort_keys=True)
    return int.from_bytes(blake2b(written.encode(), digest_size=16).digest())

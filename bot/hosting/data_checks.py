"""Checks the database, its files and the disk."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.clock import SystemClock
from bot.environment import ENV_FILE
from bot.hosting.findings import Finding, failed, ok, warning
from bot.settings import Settings
from bot.store.backups.backups import DailyBackups
from bot.store.connections.errors import UnusableDatabaseError, reason
from bot.store.connections.trial import try_writing
from bot.store.schema.pending import Migration, needing_stop, pending_after, reasons
from bot.store.schema.revision import newest_revision, remedy_for, too_new

_OTHERS = 0o077
_MEGABYTE = 1_000_000
_LEAST = 100 * _MEGABYTE
_COMFORTABLE = 1_000 * _MEGABYTE
_OVERDUE = timedelta(days=2)


def check_database(settings: Settings) -> Iterator[Finding]:
    """Whether it can be read and written, and which version its tables have."""
    file = settings.database_file()
    if file is not None and not file.exists():
        yield _check_new(file)
        return
    try:
        revision = asyncio.run(try_writing(settings.database()))
    except ModuleNotFoundError:
        yield failed("database", "PostgreSQL needs the extra `postgresql`. Install it.")
    except (SQLAlchemyError, sqlite3.Error, UnusableDatabaseError, OSError) as error:
        yield failed("database", f"It can't be used: {reason(error)}. {_remedy(file)}")
    else:
        yield ok("database", "it can be read and written.")
        yield _check_revision(revision)


def _check_new(file: Path) -> Finding:
    folder = _existing(file)
    if not os.access(folder, os.W_OK):
        remedy = "Make it writable for the user running the bot, or set PYRGA_DATABASE_URL."
        return failed("database", f"The bot can't create {file}: it can't write to {folder}. {remedy}")
    return ok("database", f"there's none at {file} yet. The bot creates it when it first starts.")


def _remedy(file: Path | None) -> str:
    if file is None:
        return "Check PYRGA_DATABASE_URL, that the server is running, and what its user is allowed to do."
    return "Make it and its folder writable for the user running the bot. If it's damaged, restore a backup."


def _check_revision(revision: str | None) -> Finding:
    newest = newest_revision()
    if revision is None:
        return ok("tables", "there are none yet. The bot creates them when it first starts.")
    if revision > newest:
        return failed("tables", f"{too_new('The database', revision)} {remedy_for(revision)}")
    if revision < newest:
        return ok(
            "tables",
            f"they're at version {revision}. The bot updates them to {newest} when it starts: back up first. "
            f"{_about_others(pending_after(revision))}",
        )
    return ok("tables", f"they're up to date, at version {revision}.")


def _about_others(pending: Sequence[Migration]) -> str:
    """What processes of an older version have to do before these migrations."""
    if not needing_stop(pending):
        return "Running processes can keep going."
    return f"Stop all processes first, because of {reasons(pending)}."


def check_permissions(settings: Settings) -> Iterator[Finding]:
    """Whether others on this machine can read the games or the token."""
    file = settings.database_file()
    private = [ENV_FILE] if file is None else [ENV_FILE, file, Path(f"{file}-wal")]
    open_to_others = [path for path in private if path.exists() and path.stat().st_mode & _OTHERS]
    if os.name == "posix":
        for path in open_to_others:
            told = f"Others on this machine have access to {path}. Run: chmod go= {path}"
            yield warning("permissions", told)
        if not open_to_others:
            yield ok("permissions", "only their owner has access to the database and .env.")


def check_disk(settings: Settings) -> Finding:
    """Whether there's room for the database to grow, and for a copy of it."""
    file = settings.database_file()
    folder = _existing(settings.daily_backup_folder() if file is None else file.absolute().parent)
    free = shutil.disk_usage(folder).free
    size = file.stat().st_size if file is not None and file.exists() else 0
    told = f"{free // _MEGABYTE:,} MB are free in {folder}"
    if free < _LEAST:
        return failed("disk", f"Only {told}. Free up some space.")
    if free < max(_COMFORTABLE, 2 * size):
        return warning(
            "disk", f"Only {told}, and the database takes {size // _MEGABYTE:,} MB. Free up some space."
        )
    return ok("disk", f"{told}.")


def check_backups(settings: Settings) -> Finding:
    """Whether there are daily backups, if they're wanted."""
    if settings.backups == 0:
        return ok("backups", "the bot doesn't make any by itself. Set PYRGA_BACKUPS to get one every day.")
    folder = settings.daily_backup_folder()
    if not os.access(_existing(folder), os.W_OK):
        return failed(
            "backups", f"The bot can't write to {folder}. Make it writable for the user running it."
        )
    if settings.database_file() is None and shutil.which("pg_dump") is None:
        return failed("backups", "pg_dump isn't installed. Install PostgreSQL's client programs.")
    stored = DailyBackups(settings.database(), folder, settings.backups).stored()
    if not stored:
        return ok("backups", f"there's none in {folder} yet. A running bot makes one every day.")
    newest = stored[-1]
    if SystemClock().now().timestamp() - newest.stat().st_mtime > _OVERDUE.total_seconds():
        return warning("backups", f"The newest is {newest}, more than two days old. The bot's log says why.")
    return ok("backups", f"the newest is {newest}.")


def _existing(path: Path) -> Path:
    """The path, or else the nearest folder above it that exists."""
    absolute = path.absolute()
    return next(found for found in (absolute, *absolute.parents) if found.exists())

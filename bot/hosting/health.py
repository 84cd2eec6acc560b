"""Whether the bot is running, as another process sees it, and what is wrong if it isn't."""

import asyncio
import sqlite3
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.clock import SystemClock
from bot.matches.clocks.downtime import INTERVAL
from bot.settings import Settings
from bot.store.clocks.heartbeats import database_time, last_beat
from bot.store.connections.database import Database
from bot.store.connections.errors import BusyDatabaseError
from bot.store.schema.revision import newest_revision, stored_revision

_PATIENCE = 4 * INTERVAL
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the bot is running, and a sentence that says so, or what is wrong and what to do about it."""

    running: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class _Found:
    """What a database tells: the version of its tables and its last heartbeat, None where it has none.

    ``now`` is by the clock by which heartbeats are recorded.
    """

    revision: str | None
    beat: datetime | None
    now: datetime


def report_health() -> int:
    """Print whether the bot is running, or what is wrong; return the exit code.

    Raises:
        SettingError: the database's address is invalid.
    """
    health = asyncio.run(_check(Settings.load()))
    print(health.sentence, file=sys.stdout if health.running else sys.stderr)
    return 0 if health.running else 1


async def _check(settings: Settings) -> Health:
    """Look for a heartbeat that's at most four intervals old; without one, find out why.

    Raises:
        SettingError: the database's address is invalid.
    """
    url = settings.database()
    missing = _missing_file(url)
    if missing is not None:
        return Health(
            running=False,
            sentence=f"There's no database at {missing}. The bot makes it when it first starts; if it's "
            "somewhere else, set PYRGA_DATABASE_URL.",
        )
    try:
        found = await _read(url)
    except (SQLAlchemyError, sqlite3.Error, BusyDatabaseError, OSError) as error:
        return Health(running=False, sentence=f"The database can't be read: {_reason(error)}.")
    return _health(found, found.now)


def _missing_file(url: URL) -> Path | None:
    """The file of an SQLite database if it isn't there; asking the database would make one."""
    if url.get_backend_name() != "sqlite" or url.database is None or Path(url.database).exists():
        return None
    return Path(url.database)


async def _read(url: URL) -> _Found:
    database = Database(url)
    try:
        async with database.reading() as connection:
            revision = await connection.run_sync(stored_revision)
            now = await database_time(connection) or SystemClock().now()
            return _Found(revision, None if revision is None else await last_beat(connection), now)
    finally:
        await database.close()


def _reason(error: Exception) -> str:
    if isinstance(error, BusyDatabaseError):
        return "another process keeps it locked"
    told = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return told.partition("\n")[0].rstrip(".") or type(error).__name__


def _health(found: _Found, now: datetime) -> Health:
    if found.beat is not None and now - found.beat <= _PATIENCE:
        return Health(
            running=True, sentence=f"The bot is running. Its last heartbeat was {_ago(now - found.beat)}."
        )
    return Health(running=False, sentence=_trouble(found, now))


def _trouble(found: _Found, now: datetime) -> str:
    newest = newest_revision()
    if found.revision is None:
        return "The database has no tables yet. The bot makes them when it starts: pyrga run."
    if found.revision < newest:
        return (
            f"The database has version {found.revision} of the tables, and this version of the bot needs "
            f"{newest}. The bot brings them up to date when it starts: pyrga run."
        )
    if found.revision > newest:
        return (
            f"The database has version {found.revision} of the tables, and this version of the bot only "
            f"knows {newest}. Update the bot."
        )
    if found.beat is None:
        return "There's no heartbeat yet: the bot has never run with this database. Start it with pyrga run."
    return (
        f"The bot isn't running, or it's stuck: its last heartbeat was {_ago(now - found.beat)} "
        f"({found.beat:%Y-%m-%d %H:%M:%S} UTC), and there should be one every {INTERVAL.seconds} seconds. "
        "Its log says why."
    )


def _ago(span: timedelta) -> str:
    """A span in its largest whole unit: ``12 minutes ago``."""
    seconds = max(0, int(span.total_seconds()))
    unit, length = next(((unit, length) for unit, length in _UNITS if seconds >= length), _UNITS[-1])
    count = seconds // length
    return f"{count} {unit}{'' if count == 1 else 's'} ago"

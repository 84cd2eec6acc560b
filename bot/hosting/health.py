"""Whether the bot is running, as another process sees it, and what is wrong if it isn't.

A supervisor asks twice a minute, so for an SQLite file only the standard library is loaded, and for a
PostgreSQL server only its driver besides.
"""

import sqlite3
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bot.environment import database_file, database_server
from bot.store.clocks.vital_signs import (
    INTERVAL,
    LONGEST_HEALTHY_SILENCE,
    VitalSigns,
    absence_of,
    vital_signs_in,
    vital_signs_on,
)
from bot.store.schema.revision import newest_revision, remedy_for, too_new

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


class Health(NamedTuple):
    """Whether the bot is running, and a sentence that says so, or what is wrong and what to do about it."""

    running: bool
    sentence: str


def report_health() -> int:
    """Print whether the bot is running, or what is wrong; return the exit code.

    It is, if there's a heartbeat that's at most four intervals old, and Discord hasn't been away for longer
    than two minutes. On a server, those of a process on this machine count.
    """
    health = read_health()
    print(health.sentence, file=sys.stdout if health.running else sys.stderr)
    return 0 if health.running else 1


def read_health() -> Health:
    """Return whether the bot is running, according to its database."""
    file = database_file()
    return _health_on_server() if file is None else _health_in(file)


def _health_on_server() -> Health:
    address = database_server()
    options: Mapping[str, Any] = {"conninfo": address}
    if address is None:
        from bot.settings import Settings  # noqa: PLC0415 - slow to load, and only needed for unusual addresses

        settings = Settings.load()
        file = settings.database_file()
        if file is not None:
            return _health_in(file)
        url = settings.database()
        options = url.get_dialect()().create_connect_args(url)[1]
    import psycopg  # noqa: PLC0415 - an optional extra, and slow to load

    try:
        return _health(vital_signs_on(options))
    except psycopg.Error as error:
        return _unreadable(str(error).strip().partition("\n")[0].rstrip("."))


def _health_in(file: Path) -> Health:
    if not file.exists():
        return Health(
            running=False,
            sentence=f"There's no database at {file}. The bot creates it when it first starts; if it's "
            "somewhere else, set PYRGA_DATABASE_URL.",
        )
    try:
        return _health(vital_signs_in(file))
    except sqlite3.Error as error:
        is_locked = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        return _unreadable("another process keeps it locked" if is_locked else str(error))


def _unreadable(reason: str) -> Health:
    return Health(running=False, sentence=f"The database can't be read: {reason}.")


def _health(found: VitalSigns) -> Health:
    if found.beat is not None and _is_fresh(found, found.beat):
        well = f"The bot is running. Its last heartbeat was {ago(found.now - found.beat)}."
        trouble = absence_of(found.now, found.answered)
        return Health(running=trouble is None, sentence=trouble or well)
    return Health(running=False, sentence=_trouble(found))


def _is_fresh(found: VitalSigns, beat: datetime) -> bool:
    return found.now - beat <= LONGEST_HEALTHY_SILENCE


def _trouble(found: VitalSigns) -> str:
    newest = newest_revision()
    if found.revision is None:
        return "The database has no tables yet. The bot creates them when it starts: pyrga run."
    if found.revision < newest:
        return (
            f"The database has version {found.revision} of the tables, and this version of the bot needs "
            f"{newest}. The bot brings them up to date when it starts: pyrga run."
        )
    if found.revision > newest:
        return f"{too_new('The database', found.revision)} {remedy_for(found.revision)}"
    if found.elsewhere is not None and _is_fresh(found, found.elsewhere):
        return (
            "The bot isn't running on this machine, or it's stuck. On another machine, its last heartbeat "
            f"was {ago(found.now - found.elsewhere)}."
        )
    return _silence(found)


def _silence(found: VitalSigns) -> str:
    last = max((beat for beat in (found.beat, found.elsewhere) if beat is not None), default=None)
    if found.stopped is not None and (last is None or last <= found.stopped):
        return f"The bot isn't running: it was stopped {ago(found.now - found.stopped)}."
    if last is None:
        return "There's no heartbeat yet: the bot has never run with this database. Start it with pyrga run."
    return (
        f"The bot isn't running, or it's stuck: its last heartbeat was {ago(found.now - last)} "
        f"({last:%Y-%m-%d %H:%M:%S} UTC), and there should be one every {INTERVAL.seconds} seconds. "
        "Its log says why."
    )


def ago(span: timedelta) -> str:
    """Return a span in its largest whole unit: ``12 minutes ago``."""
    seconds = max(0, int(span.total_seconds()))
    unit, length = next(((unit, length) for unit, length in _UNITS if seconds >= length), _UNITS[-1])
    count = seconds // length
    return f"{count} {unit}{'' if count == 1 else 's'} ago"

"""Whether a bot is alive, according to its database, read without SQLAlchemy, which takes seconds to load."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bot.store.connections.plain_connection import existing_file, revision_in
from bot.store.connections.process_name import machine_name

INTERVAL = timedelta(seconds=15)
"""How often a running bot records a heartbeat."""

LONGEST_HEALTHY_SILENCE = 4 * INTERVAL
"""Maximum time since the last heartbeat of a bot that's well."""

STOPPED = "stopped"
"""The name that stands for the process that stopped last, in a row with its last heartbeat."""

_BEATS = """
    SELECT max(beat_at) FILTER (WHERE process <> :stopped), max(beat_at) FILTER (WHERE process = :stopped)
    FROM heartbeats
"""


# A dataclass would take as long to load as everything else here.
class VitalSigns(NamedTuple):
    """What a database says: the version of its tables, and times, or None if it has none.

    Attributes:
        beat: The last heartbeat of a process on this machine that hasn't stopped; for a file, of any process.
        elsewhere: The last heartbeat of a process on another machine that hasn't stopped.
        stopped: When a process was last told to stop.
        now: The time by the clock that heartbeats are recorded with.
    """

    revision: str | None
    beat: datetime | None
    elsewhere: datetime | None
    stopped: datetime | None
    now: datetime


def vital_signs_in(file: Path) -> VitalSigns:
    """Read the vital signs from an SQLite file.

    Raises:
        sqlite3.Error: it can't be read.
    """
    with existing_file(file) as connection:
        revision = revision_in(connection)
        beat, stopped = (
            (None, None) if revision is None else connection.execute(_BEATS, {"stopped": STOPPED}).fetchone()
        )
        return VitalSigns(revision, _time(beat), None, _time(stopped), datetime.now(UTC))


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


_PATIENCE = 5
"""Maximum number of seconds that connecting takes."""

_TIME = "SELECT clock_timestamp(), to_regclass('alembic_version') IS NOT NULL"
_VITAL_SIGNS = """
    SELECT version_num,
           max(beat_at) FILTER (WHERE split_part(process, '.', 1) = %(here)s),
           max(beat_at) FILTER (WHERE split_part(process, '.', 1) NOT IN (%(here)s, %(stopped)s)),
           max(beat_at) FILTER (WHERE process = %(stopped)s)
    FROM alembic_version LEFT JOIN heartbeats ON true
    GROUP BY version_num
"""


def vital_signs_on(options: Mapping[str, Any]) -> VitalSigns:
    """Read the vital signs from a server. The options are how to connect to it, as the driver takes them.

    Raises:
        psycopg.Error: they can't be read.
    """
    own = {"connect_timeout": _PATIENCE, "application_name": "pyrga health", "autocommit": True}
    with psycopg.connect(**{**options, **own}) as connection:
        now, has_tables = connection.execute(_TIME).fetchone() or (datetime.now(UTC), False)
        names = {"here": machine_name(), "stopped": STOPPED}
        found = connection.execute(_VITAL_SIGNS, names).fetchone() if has_tables else None
    revision, beat, elsewhere, stopped = found or (None, None, None, None)
    return VitalSigns(revision, beat, elsewhere, stopped, now)

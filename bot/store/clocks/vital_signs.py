"""Whether a bot is alive, according to its database.

An SQLite file is read with the standard library, and a PostgreSQL server with its driver alone: SQLAlchemy
takes seconds to load.
"""

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bot.store.connections.plain_connection import existing_file, revision_in
from bot.store.connections.process_name import machine_name

INTERVAL = timedelta(seconds=15)
"""How often a running bot records a heartbeat."""

LONGEST_HEALTHY_SILENCE = 4 * INTERVAL
"""Maximum time since the last heartbeat of a bot that's well."""

STOPPED = "stopped"
"""The name that stands for the process that stopped last, in a row with its last heartbeat."""

_BEATS = """
    SELECT max(beat_at) FILTER (WHERE process <> :stopped) AS beat,
           max(beat_at) FILTER (WHERE process = :stopped) AS stopped
    FROM heartbeats
"""


# A dataclass would take as long to load as everything else here.
class VitalSigns(NamedTuple):
    """What a database says: the version of its tables, and times, or None if it has none."""

    revision: str | None
    beat: datetime | None
    """The last heartbeat of a process on this machine that hasn't stopped; for a file, of any process."""
    elsewhere: datetime | None
    """The last heartbeat of a process on another machine that hasn't stopped."""
    stopped: datetime | None
    """When a process was last told to stop."""
    now: datetime
    """The time by the clock that heartbeats are recorded with."""


def vital_signs_in(file: Path) -> VitalSigns:
    """Read the vital signs from an SQLite file.

    Raises:
        sqlite3.Error: it can't be read.
    """
    with existing_file(file) as connection:
        revision = revision_in(connection)
        if revision is None:
            return VitalSigns(None, None, None, None, datetime.now(UTC))
        connection.row_factory = sqlite3.Row
        found = connection.execute(_BEATS, {"stopped": STOPPED}).fetchone()
        return VitalSigns(revision, _time(found["beat"]), None, _time(found["stopped"]), datetime.now(UTC))


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


_PATIENCE = 5
"""Maximum number of seconds that connecting takes."""

_TIME = "SELECT clock_timestamp() AS now, to_regclass('alembic_version') IS NOT NULL AS has_tables"
_VITAL_SIGNS = """
    SELECT version_num AS revision,
           max(beat_at) FILTER (WHERE split_part(process, '.', 1) = %(here)s) AS beat,
           max(beat_at) FILTER (
               WHERE split_part(process, '.', 1) NOT IN (%(here)s, %(stopped)s)
           ) AS elsewhere,
           max(beat_at) FILTER (WHERE process = %(stopped)s) AS stopped
    FROM alembic_version LEFT JOIN heartbeats ON true
    GROUP BY version_num
"""


def vital_signs_on(options: Mapping[str, Any]) -> VitalSigns:
    """Read the vital signs from a server. The options are how to connect to it, as the driver takes them.

    Raises:
        psycopg.Error: they can't be read.
    """
    # An optional extra, which the file's readers don't need.
    import psycopg  # noqa: PLC0415
    from psycopg.rows import dict_row  # noqa: PLC0415

    own = {"connect_timeout": _PATIENCE, "application_name": "pyrga health", "autocommit": True}
    with (
        psycopg.connect(**{**options, **own}) as connection,
        connection.cursor(row_factory=dict_row) as cursor,
    ):
        (time,) = cursor.execute(_TIME)
        names = {"here": machine_name(), "stopped": STOPPED}
        found = cursor.execute(_VITAL_SIGNS, names).fetchone() if time["has_tables"] else None
    none = {"revision": None, "beat": None, "elsewhere": None, "stopped": None}
    return VitalSigns(**(found or none), now=time["now"])

"""Whether a bot is alive, according to its database.

An SQLite file is read with the standard library, and a PostgreSQL server with its driver alone: SQLAlchemy
takes seconds to load.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bot.store.connections.plain_connection import existing_file, revision_in
from bot.store.connections.process_name import machine_name

INTERVAL = timedelta(seconds=15)
"""How often a running bot records a heartbeat."""

LONGEST_HEALTHY_SILENCE = 4 * INTERVAL
"""Maximum time since the last heartbeat of a bot that's well."""

LONGEST_ABSENCE = timedelta(minutes=2)
"""Maximum time for which no one can play through a bot that's well."""

STOPPED = "stopped"
"""The name that stands for the process that stopped last, in a row with its last heartbeat."""

# An older version of the tables lacks columns, and a newer one may have others.
_ROWS = "SELECT * FROM heartbeats"


# A dataclass would take as long to load as everything else here.
class VitalSigns(NamedTuple):
    """What a database says: the version of its tables, and times, or None if it has none."""

    now: datetime
    """The time by the clock that heartbeats are recorded with."""
    revision: str | None = None
    beat: datetime | None = None
    """The last heartbeat of a process on this machine that hasn't stopped; for a file, of any process."""
    answered: datetime | None = None
    """When anyone could last play through such a process."""
    elsewhere: datetime | None = None
    """The last heartbeat of a process on another machine that hasn't stopped."""
    stopped: datetime | None = None
    """When a process was last told to stop."""


def vital_signs_in(file: Path) -> VitalSigns:
    """Read the vital signs from an SQLite file.

    Raises:
        sqlite3.Error: it can't be read.
    """
    with existing_file(file) as connection:
        revision, now = revision_in(connection), datetime.now(UTC)
        if revision is None:
            return VitalSigns(now)
        connection.row_factory = sqlite3.Row
        return _vital_signs(now, revision, [dict(row) for row in connection.execute(_ROWS)])


def _vital_signs(
    now: datetime, revision: str, rows: Sequence[Mapping[str, Any]], here: str | None = None
) -> VitalSigns:
    """Return what the rows of all processes say on the machine ``here``, or anywhere."""
    running = [row for row in rows if row["process"] != STOPPED]
    own = [row for row in running if here in {None, row["process"].partition(".")[0]}]
    return VitalSigns(
        now,
        revision,
        beat=_latest(own, "beat_at"),
        answered=_latest(own, "answered_at"),
        elsewhere=_latest([row for row in running if row not in own], "beat_at"),
        stopped=_latest([row for row in rows if row not in running], "beat_at"),
    )


def _latest(rows: Sequence[Mapping[str, Any]], name: str) -> datetime | None:
    times = [row[name] for row in rows if row.get(name) is not None]
    # SQLite has no dates, and its texts have no time zone.
    read = (datetime.fromisoformat(at).replace(tzinfo=UTC) if isinstance(at, str) else at for at in times)
    return max(read, default=None)


_PATIENCE = 5
"""Maximum number of seconds that connecting takes."""

_TIME = "SELECT clock_timestamp() AS now, to_regclass('alembic_version') IS NOT NULL AS has_tables"


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
        found = cursor.execute("SELECT version_num FROM alembic_version") if time["has_tables"] else ()
        stored = [row["version_num"] for row in found]
        if not stored:
            return VitalSigns(time["now"])
        return _vital_signs(time["now"], stored[0], cursor.execute(_ROWS).fetchall(), machine_name())


def absence_of(now: datetime, answered: datetime | None) -> str | None:
    """Return a sentence about a bot through which no one could play since ``answered``; None if it's well."""
    if answered is None or now - answered <= LONGEST_ABSENCE:
        return None
    since = f"{answered:%Y-%m-%d %H:%M:%S} UTC"
    return (
        f"The bot can use its database, but it hasn't been able to reach Discord since {since}. "
        "Its log says why."
    )

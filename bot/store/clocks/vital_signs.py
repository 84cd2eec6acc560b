"""Whether a bot is alive, according to its database. An SQLite file is read without SQLAlchemy."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.store.connections.plain_connection import existing_file, revision_in

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

"""Whether a bot is alive, as its database shows it. Read without SQLAlchemy from an SQLite file."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.store.connections.plain_connection import existing_file, revision_in

INTERVAL = timedelta(seconds=15)
"""How often a running bot records a heartbeat."""

LONGEST_HEALTHY_SILENCE = 4 * INTERVAL
"""Maximum time since the last heartbeat of a bot that's well."""


# A dataclass would take as long to load as everything else here.
class VitalSigns(NamedTuple):
    """What a database tells: the version of its tables and its last heartbeat, None where it has none.

    ``now`` is by the clock by which heartbeats are recorded.
    """

    revision: str | None
    beat: datetime | None
    now: datetime


def vital_signs_in(file: Path) -> VitalSigns:
    """Read the vital signs from an SQLite file.

    Raises:
        sqlite3.Error: it can't be read.
    """
    with existing_file(file) as connection:
        revision = revision_in(connection)
        return VitalSigns(revision, None if revision is None else _last_beat(connection), datetime.now(UTC))


def _last_beat(connection: sqlite3.Connection) -> datetime | None:
    (text,) = connection.execute("SELECT max(beat_at) FROM heartbeats").fetchone()
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)

"""Whether a bot is alive, as its database shows it. Read without SQLAlchemy from an SQLite file."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.store.connections.plain_connection import existing_file, revision_in

INTERVAL = timedelta(seconds=15)
"""How often a running bot records a heartbeat."""

LONGEST_HEALTHY_SILENCE = 4 * INTERVAL
"""Maximum time since the last heartbeat of a bot that's well."""

STOPPED = "stopped"
"""Stands for the process that stopped last, in a row with its last heartbeat."""

_BEATS = """
    SELECT max(beat_at) FILTER (WHERE process <> :stopped), max(beat_at) FILTER (WHERE process = :stopped)
    FROM heartbeats
"""


# A dataclass would take as long to load as everything else here.
class VitalSigns(NamedTuple):
    """What a database tells: the version of its tables, and times, None where it has none.

    Attributes:
        beat: The last heartbeat of a process on this machine that hasn't stopped; for a file, of any.
        elsewhere: The same of other machines.
        stopped: When a process was told to stop, for the last time.
        now: By the clock by which heartbeats are recorded.
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

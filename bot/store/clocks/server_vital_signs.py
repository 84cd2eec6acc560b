"""Reads the vital signs from a PostgreSQL server with its driver alone: SQLAlchemy takes seconds to load."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg

from bot.store.clocks.vital_signs import STOPPED, VitalSigns
from bot.store.connections.process_name import machine_name

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

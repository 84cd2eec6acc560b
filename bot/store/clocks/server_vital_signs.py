"""Reads the vital signs from a PostgreSQL server with its driver alone: SQLAlchemy takes seconds to load."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg

from bot.store.clocks.vital_signs import VitalSigns

_PATIENCE = 5
"""Maximum number of seconds that connecting takes."""

_TIME = "SELECT clock_timestamp(), to_regclass('alembic_version') IS NOT NULL"
_VITAL_SIGNS = "SELECT version_num, (SELECT max(beat_at) FROM heartbeats) FROM alembic_version"


def vital_signs_on(options: Mapping[str, Any]) -> VitalSigns:
    """Read the vital signs from a server. The options are how to connect to it, as the driver takes them.

    Raises:
        psycopg.Error: they can't be read.
    """
    own = {"connect_timeout": _PATIENCE, "application_name": "pyrga health", "autocommit": True}
    with psycopg.connect(**{**options, **own}) as connection:
        now, has_tables = connection.execute(_TIME).fetchone() or (datetime.now(UTC), False)
        found = connection.execute(_VITAL_SIGNS).fetchone() if has_tables else None
    revision, beat = found or (None, None)
    return VitalSigns(revision, beat, now)

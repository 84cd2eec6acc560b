"""Reads the vital signs from a PostgreSQL server with its driver alone: SQLAlchemy takes seconds to load."""

from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.rows import dict_row

from bot.store.clocks.vital_signs import STOPPED, VitalSigns
from bot.store.connections.process_name import machine_name

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

"""Reads the vital signs from a database that isn't simply an SQLite file. It loads PostgreSQL's driver."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg

from bot.environment import database_server
from bot.store.clocks import server_vital_signs
from bot.store.clocks.vital_signs import VitalSigns


class UnreadableDatabaseError(Exception):
    """The database can't be read. Its text is the reason, without a period."""


def options_of_settings() -> Mapping[str, Any] | Path:
    """Return how to connect to a server, as its driver takes it, or the file of an SQLite database.

    Raises:
        SettingError: the address is invalid.
    """
    address = database_server()
    if address is not None:
        return {"conninfo": address}
    from bot.settings import Settings  # noqa: PLC0415 - slow to load, and only needed for unusual addresses

    settings = Settings.load()
    url = settings.database()
    return settings.database_file() or url.get_dialect()().create_connect_args(url)[1]


def vital_signs_on(options: Mapping[str, Any]) -> VitalSigns:
    """Read the vital signs from a server.

    Raises:
        UnreadableDatabaseError: they can't be read.
    """
    try:
        return server_vital_signs.vital_signs_on(options)
    except psycopg.Error as error:
        raise UnreadableDatabaseError(str(error).strip().partition("\n")[0].rstrip(".")) from None

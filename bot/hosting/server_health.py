"""Reads the vital signs from a database that isn't simply an SQLite file. It takes seconds to load."""

import asyncio
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.clock import SystemClock
from bot.hosting.opening import reason
from bot.settings import Settings
from bot.store.clocks.heartbeats import database_time, last_beat
from bot.store.clocks.vital_signs import VitalSigns
from bot.store.connections.database import Database
from bot.store.connections.errors import UnusableDatabaseError
from bot.store.schema.stored_revision import stored_revision


class UnreadableDatabaseError(Exception):
    """The database can't be read. Its text is the reason, without a period."""


def database_of_settings() -> URL | Path:
    """Return the address of a server, or the file of an SQLite database.

    Raises:
        SettingError: the address is invalid.
    """
    settings = Settings.load()
    return settings.database_file() or settings.database()


def vital_signs_on(url: URL) -> VitalSigns:
    """Read the vital signs from a server.

    Raises:
        UnreadableDatabaseError: they can't be read.
    """
    try:
        return asyncio.run(_read(url))
    except (SQLAlchemyError, UnusableDatabaseError, OSError) as error:
        raise UnreadableDatabaseError(reason(error)) from None


async def _read(url: URL) -> VitalSigns:
    database = Database(url)
    try:
        async with database.reading() as connection:
            revision = await connection.run_sync(stored_revision)
            now = await database_time(connection) or SystemClock().now()
            return VitalSigns(revision, None if revision is None else await last_beat(connection), now)
    finally:
        await database.close()

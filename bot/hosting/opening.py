"""Opens the database for a command of the host, beside the bot or without it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.environment import SettingError
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.errors import (
    BusyDatabaseError,
    DamagedDatabaseError,
    UnreachableDatabaseError,
    UnusableDatabaseError,
    UnwritableDatabaseError,
)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """The database of the settings, for as long as the block lasts.

    Raises:
        SettingError: it can't be used.
    """
    database = Database(settings.database())
    try:
        yield database
    except (SQLAlchemyError, UnusableDatabaseError) as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database ({type(error).__name__}).",
            "Check that it's the database this version of the bot runs with.",
        ) from None
    finally:
        await database.close()


def reason(error: Exception) -> str:
    """Why a database can't be used, in a few words without a period."""
    if isinstance(error, BusyDatabaseError):
        return "another process keeps it locked"
    if isinstance(error, DamagedDatabaseError):
        return "the file is damaged, or it isn't a database"
    if isinstance(error, UnwritableDatabaseError):
        return "the disk is full, or the file is read-only"
    if isinstance(error, UnreachableDatabaseError) and isinstance(error.__cause__, Exception):
        return reason(error.__cause__)
    told = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return told.partition("\n")[0].rstrip(".") or type(error).__name__

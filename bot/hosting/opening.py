"""Opens the database for a command of the host, beside the bot or without it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError

from bot.environment import SettingError
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.errors import UnusableDatabaseError


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

"""Opens the database for a command of the host, and keeps a second process away from an SQLite file.

Two bots on one file would both answer every click. On PostgreSQL they may, so that one can follow the other.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from bot.environment import SettingError
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.errors import UnusableDatabaseError

_OWNER_ONLY = 0o600


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """Give the database of the settings, for as long as the block lasts."""
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


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Keep others away from the SQLite file of the settings for as long as the block lasts.

    The system ends the lock with the process, however that ends. The empty file ``…-lock`` beside the
    database stays.

    Raises:
        SettingError: another process has the file.
    """
    file = settings.database_file()
    if file is None:
        yield
        return
    # A lock that is only the existence of a file would outlive a process that was killed.
    lock = FileLock(f"{file.resolve()}-lock", mode=_OWNER_ONLY, blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"Another process of the bot is using {file}.",
            "Stop it first, or give this one a database of its own.",
        ) from None
    except OSError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't lock {file} ({error.strerror}).",
            "Make its folder writable for the user running the bot, or choose another file.",
        ) from None
    try:
        yield
    finally:
        lock.release()

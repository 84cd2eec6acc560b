"""Whether the bot is alive, as another process sees it."""

from sqlalchemy.exc import SQLAlchemyError

from bot.clock import SystemClock
from bot.matches.clocks.downtime import INTERVAL
from bot.settings import Settings
from bot.store.clocks.heartbeats import last_beat
from bot.store.connections.database import Database

_PATIENCE = 4 * INTERVAL


async def is_alive(settings: Settings) -> bool:
    """Return whether the bot's last heartbeat is at most four intervals old.

    Raises:
        SettingError: the database's address is invalid.
    """
    database = Database(settings.database())
    try:
        async with database.reading() as connection:
            last = await last_beat(connection)
    except SQLAlchemyError:
        return False
    finally:
        await database.close()
    return last is not None and SystemClock().now() - last <= _PATIENCE

"""Notes every few seconds that the bot lives, for ``pyrga health``."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.clock import Clock
from bot.store.database import Database
from bot.store.heartbeats import beat

INTERVAL = 15.0
_PROCESS = "bot"

log = structlog.get_logger(__name__)


def heartbeat_job(database: Database, clock: Clock) -> tasks.Loop[Any]:
    """The job, to be started once the database is open."""

    @tasks.loop(seconds=INTERVAL)
    async def heartbeat() -> None:
        try:
            async with database.writing() as connection:
                await beat(connection, _PROCESS, clock.now())
        except Exception:
            # The next beat may succeed; the health check notices when none does.
            log.exception("heartbeat failed")

    return heartbeat

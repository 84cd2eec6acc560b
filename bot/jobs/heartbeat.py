"""Notes every few seconds that the bot lives, for ``pyrga health`` and for the clocks."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.matches.clocks.downtime import INTERVAL, Downtime

log = structlog.get_logger(__name__)


def heartbeat_job(downtime: Downtime) -> tasks.Loop[Any]:
    """The job, to be started once the database is open."""

    @tasks.loop(seconds=INTERVAL.total_seconds())
    async def heartbeat() -> None:
        try:
            await downtime.beat()
        except Exception:
            # The next beat may succeed; the health check notices when none does.
            log.exception("heartbeat failed")

    return heartbeat

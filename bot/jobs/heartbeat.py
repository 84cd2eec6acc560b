"""Records a heartbeat every few seconds, for ``pyrga health`` and for the clocks."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.matches.clocks.downtime import Downtime
from bot.store.clocks.vital_signs import INTERVAL

log = structlog.get_logger(__name__)


def heartbeat_job(downtime: Downtime) -> tasks.Loop[Any]:
    """Return the job, to be started once the database is open."""

    @tasks.loop(seconds=INTERVAL.total_seconds())
    async def heartbeat() -> None:
        try:
            await downtime.beat()
        except Exception:
            # The next beat may succeed; if none does, the health check notices.
            log.exception("heartbeat failed")

    return heartbeat

"""Renews the lease of the process that leads, and lets another one lead when it's gone."""

from typing import Any

import structlog
from discord.ext import tasks

from bot.matches.processes.leadership import INTERVAL, Leadership

log = structlog.get_logger(__name__)


def leadership_job(leadership: Leadership) -> tasks.Loop[Any]:
    """Return the job, to be started once the database is open."""

    @tasks.loop(seconds=INTERVAL.total_seconds())
    async def leading() -> None:
        try:
            await leadership.renew()
        except Exception:
            # The next try may succeed. If none does in time, this process stops leading anyway.
            log.exception("lease not renewed")

    return leading

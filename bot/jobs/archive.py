"""Archives the moves of games that ended long ago, if the host wants that."""

from datetime import timedelta
from typing import Any

import structlog
from discord.ext import tasks

from bot.clock import Clock
from bot.matches.archive import Archive
from bot.matches.processes.leadership import Leadership

INTERVAL = 5.0
"""Number of seconds between transactions, so that others get their turn."""

PAUSE = timedelta(hours=1)
"""How long to wait once nothing is left to archive, or after it failed."""

log = structlog.get_logger(__name__)


def archive_job(leadership: Leadership, archive: Archive, clock: Clock) -> tasks.Loop[Any]:
    """Return the job, to be started once the database is open."""
    next_at = clock.now()
    has_more = False

    async def begin() -> None:
        nonlocal has_more
        has_more = await archive.archive_some()

    @tasks.loop(seconds=INTERVAL)
    async def archiving() -> None:
        nonlocal next_at, has_more
        if clock.now() < next_at:
            return
        has_more = False
        try:
            await leadership.lead(begin)
        except Exception:
            log.exception("archiving moves failed, next try in an hour")
        if not has_more:
            next_at = clock.now() + PAUSE

    return archiving

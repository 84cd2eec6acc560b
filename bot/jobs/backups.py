"""Backs up the database once a day, if the host wants that."""

import asyncio
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import Any

import structlog
from discord.ext import tasks

from bot.clock import Clock
from bot.matches.processes.leadership import Leadership
from bot.store.backups.backups import DailyBackups
from bot.store.backups.files import BackupError

INTERVAL = 60.0
RETRY_AFTER = timedelta(hours=1)

log = structlog.get_logger(__name__)


def backups_job(leadership: Leadership, daily: DailyBackups, clock: Clock) -> tasks.Loop[Any]:
    """Return the job, to be started once the database is open."""
    failed_at: datetime | None = None

    @tasks.loop(seconds=INTERVAL)
    async def backups() -> None:
        nonlocal failed_at
        now = clock.now()
        if failed_at is not None and now - failed_at < RETRY_AFTER:
            return
        failed_at = None
        try:
            await leadership.lead(partial(_back_up, daily, now))
        except BackupError as error:
            failed_at = now
            # The error says what to do about it; a traceback would help no one.
            log.error("daily backup failed, next try in an hour", problem=error.problem, remedy=error.remedy)  # noqa: TRY400
        except Exception:
            failed_at = now
            log.exception("daily backup failed, next try in an hour")

    return backups


async def _back_up(daily: DailyBackups, now: datetime) -> None:
    stopped = Event()
    try:
        # Only the leader makes backups, so no other process is making one.
        await asyncio.to_thread(daily.delete_partial)
        if daily.is_due(now):
            file = await asyncio.to_thread(daily.make, now, stopped.is_set)
            log.info("database backed up", file=str(file))
    finally:
        # Otherwise the thread would keep the process from ending.
        stopped.set()

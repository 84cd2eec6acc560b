"""Backs up the database once a day, if the host wants that."""

import asyncio
from concurrent.futures import Future
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import structlog

from bot.clock import Clock
from bot.environment import CommandError
from bot.store.copies.backups import DailyBackups

RETRY_AFTER = timedelta(hours=1)

log = structlog.get_logger(__name__)


class BackupRounds:
    """Makes today's backup, and tries again an hour after one that failed."""

    def __init__(self, daily: DailyBackups, clock: Clock) -> None:
        self._daily = daily
        self._clock = clock
        self._next = clock.now()

    async def back_up(self) -> None:
        """Make today's backup, if it's wanted and isn't there."""
        now = self._clock.now()
        if now < self._next:
            return
        self._next = now + RETRY_AFTER
        try:
            file = await asyncio.wrap_future(self._made(now))
        except CommandError as error:
            # It says what to do about it; a traceback would help no one.
            log.error("daily backup failed, next try in an hour", problem=str(error))  # noqa: TRY400
            return
        self._next = now
        if file is not None:
            log.info("database backed up", file=str(file))

    def _made(self, now: datetime) -> Future[Path | None]:
        """Make the backup in a thread of its own, which doesn't keep the process from ending."""
        made: Future[Path | None] = Future()
        made.set_running_or_notify_cancel()

        def make() -> None:
            try:
                made.set_result(self._daily.make(now))
            except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
                made.set_exception(error)

        Thread(target=make, daemon=True).start()
        return made

"""How the processes of the bot that share a database divide their work.

Only one of them answers an interaction, identifies at a time, sends the commands, and leads: the leader does
what must happen only once. It renews its lease all the time. If it dies, the lease runs out and another
process takes it; if it's stopped, it gives the lease back. Only PostgreSQL can have several processes: on
SQLite the only one leads.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from time import monotonic
from typing import Any

import structlog

from bot.clock import Clock
from bot.store import processes
from bot.store.clocks.heartbeats import database_time
from bot.store.connections.database import Database
from bot.store.connections.transactions import LEADER, Fence, LostLeaseError, behind, retried, try_within
from bot.store.processes import Claim
from bot.use_cases.use_cases import UseCases

INTERVAL = timedelta(seconds=5.5)
"""Time between two turns of a bucket: Discord's five seconds, plus a margin for varying latency."""


class SyncedCommands:
    """The commands that were sent to Discord, according to one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def are_known(self, application_id: int, digest: str) -> bool:
        """Return whether the commands with this digest are the ones that were last sent to Discord."""
        return await self._database.read_once(processes.fetch_digest, application_id) == digest

    async def note(self, application_id: int, digest: str) -> None:
        """Record that the commands with this digest were sent to Discord."""
        await self._database.write(processes.note_digest, application_id, digest)


class Identifying(UseCases):
    """The turns at the gateway that one database knows of."""

    @retried
    async def take_turn(self, bucket: int, *, most: int) -> float:
        """Take the next turn of a bucket, and return how many seconds it is away.

        The first to ask gets the earlier turn, in this process or another. A turn that isn't used is lost. At
        ``most`` so many shards can be waiting for it: if it's taken for longer than they need, that's from
        before the clock was set back, and is ignored.
        """
        async with self._database.writing() as connection:
            now = await self._common_time(connection)
            free_at = await processes.lock_bucket(connection, bucket, now)
            turn = now if free_at > now + most * INTERVAL else max(free_at, now)
            await processes.occupy_bucket(connection, bucket, turn + INTERVAL)
        return (turn - now).total_seconds()


class TakenInteractionError(Exception):
    """Another process has claimed the interaction and answers it."""


class Interactions(UseCases):
    """The claimed interactions in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._stopped = False
        self._closed = False

    @property
    def accepted(self) -> bool:
        """Return whether this process still claims interactions."""
        return not (self._closed or (self._stopped and self._database.is_shared))

    def stop(self) -> None:
        """Leave every unclaimed interaction to the other processes. On SQLite there are none."""
        self._stopped = True

    def close(self) -> None:
        """Claim nothing more, even if no other process does."""
        self._closed = True

    async def claim(self, number: int) -> bool:
        """Claim an interaction to answer it. Returns False if another process has to answer it.

        This process may claim it more than once.

        On SQLite there is only one process, and it gets everything once.
        """
        if not self.accepted:
            return False
        if not self._database.is_shared:
            return True
        claim = await self._database.write(processes.claim, number, self._database.process, self._clock.now())
        return claim is not Claim.TAKEN


RENEWAL = timedelta(seconds=2)
"""How often the leader renews its lease, and the others check whether it's free."""

LEASE = timedelta(seconds=8)
"""How long a lease lasts. If the leader dies, another process leads after this plus ``RENEWAL`` at most."""

_PATIENCE = 0.5
"""Maximum number of seconds that a stopping process spends on giving its lease back."""

Round = Callable[[], Coroutine[Any, Any, None]]
"""Something that only the leader does."""

log = structlog.get_logger(__name__)


class Leadership:
    """Whether this process leads those that share a database. While it ``is_away``, it begins nothing."""

    def __init__(self, database: Database, is_away: Callable[[], bool]) -> None:
        self._database = database
        self._is_away = is_away
        self._fence: Fence | None = None
        self._leads = asyncio.Event()
        self._rounds: set[asyncio.Task[None]] = set()

    @property
    def is_held(self) -> bool:
        return not self._database.is_shared or (self._fence is not None and self._fence.holds)

    async def renew(self) -> None:
        """Renew this process's lease, or take one that has run out. A process that loses it stops leading."""
        if not self._database.is_shared:
            return
        if self._is_away():
            await self.release()
            return
        asked = monotonic()
        try:
            term = await self._renewed()
        finally:
            if self._fence is not None and not self._fence.holds:
                self._stop_leading()
        if term is None:
            self._stop_leading()
        elif self._fence is not None and self._fence.term == term:
            self._fence.until = asked + LEASE.total_seconds()
        else:
            self._stop_leading()
            self._fence = Fence(term, asked + LEASE.total_seconds())
            self._leads.set()
            log.info("this process leads", term=term)

    async def lead(self, begin: Round) -> None:
        """Wait until this process leads, and do something behind its fence.

        It's aborted if the lease is lost meanwhile.
        """
        if not self._database.is_shared:
            if not self._is_away():
                await begin()
            return
        await self._leads.wait()
        if self._fence is None:
            return
        with behind(self._fence):
            task = asyncio.create_task(begin())
        self._rounds.add(task)
        try:
            await asyncio.wait([task])
        finally:
            self._rounds.discard(task)
            task.cancel()
        try:
            await task
        except (asyncio.CancelledError, LostLeaseError):
            log.info("another process takes over")

    async def release(self) -> None:
        """Let another process lead from now on. If that takes too long, the lease just runs out."""
        if self._fence is None:
            return
        self._stop_leading()
        await try_within(_PATIENCE, self._give_back())

    @retried
    async def _give_back(self) -> None:
        async with self._database.writing() as connection:
            now = await database_time(connection)
            if now is not None:
                await processes.release_lease(connection, LEADER, holder=self._database.process, now=now)

    @retried
    async def _renewed(self) -> int | None:
        async with self._database.writing() as connection:
            # The time for all processes: their own clocks may differ.
            now = await database_time(connection)
            if now is None:
                return None
            until = now + LEASE
            term = await processes.renew_lease(connection, LEADER, holder=self._database.process, until=until)
            return term or await processes.take_lease(
                connection, LEADER, holder=self._database.process, now=now, until=until
            )

    def _stop_leading(self) -> None:
        if self._fence is None:
            return
        log.info("this process no longer leads", term=self._fence.term)
        self._fence.until = 0.0
        self._fence = None
        self._leads.clear()
        for task in self._rounds:
            task.cancel()

"""What has come due, and the time during which the bot was down: it's given back, since no one could move.

This also protects games from a system clock that jumps. While the bot runs, only its own ``SteadyClock``
counts. When that has to follow a jump, everything that is due in games moves with it, in one transaction with
the heartbeat.
"""

from datetime import datetime, timedelta
from time import monotonic

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock, SteadyClock
from bot.store import processes
from bot.store.clocks import due_times, heartbeats
from bot.store.clocks.vital_signs import INTERVAL
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import CLOCK_KINDS, Due, DueKind

LONGEST_SILENCE = 3 * INTERVAL
"""If heartbeats stop for longer than this, the bot was down."""

LARGEST_DRIFT = timedelta(seconds=1)
"""A clock that differs by more than this has jumped. Smaller differences are followed silently."""

_MEMORY = timedelta(days=1)
# Longer than two processes can receive the same interactions.
_OVERLAP = timedelta(hours=1)

_NONE = timedelta()

log = structlog.get_logger(__name__)


class Downtime(UseCases):
    """The heartbeats in one database, and the clock of this process."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._has_begun = False
        self._beat_at: float | None = None

    @property
    def silence(self) -> float | None:
        """Return the seconds since this process last recorded a heartbeat; None if it hasn't yet."""
        return None if self._beat_at is None else monotonic() - self._beat_at

    @retried
    async def beat(self) -> None:
        """Record a heartbeat, and give back the time since the last one if that was long ago.

        If the true time has jumped, the clock follows it, and no game loses or gains time. The true time is
        the system's, or the database's if several processes share one: then their systems may differ.
        """
        followed = _NONE
        try:
            async with self._database.writing() as connection:
                true = await self._true_time(connection)
                jump = true - self._clock.now()
                if self._has_begun and abs(jump) > LARGEST_DRIFT:
                    log.warning("clock jumped", seconds=round(jump.total_seconds(), 1))
                # A process that shares its database moves nothing: the others may already have done so.
                shift = _NONE if self._database.is_shared else await self._shift(connection, true, jump)
                await beat(connection, true, self._database.process, shift=shift)
                if not self._has_begun or abs(jump) > LARGEST_DRIFT:
                    await _cut(connection, true)
                # The next writer needs the time that goes with what was moved.
                followed = self._follow(jump)
        except BaseException:
            self._follow(-followed)
            raise
        self._has_begun = True
        self._beat_at = monotonic()

    @retried
    async def stop(self) -> None:
        """Record that this process stops, so that no other process waits for it."""
        if self._has_begun:
            async with self._database.writing() as connection:
                await heartbeats.stop(connection, self._database.process, await self._true_time(connection))

    async def _true_time(self, connection: AsyncConnection) -> datetime:
        if not isinstance(self._clock, SteadyClock):
            return self._clock.now()
        return await heartbeats.database_time(connection) or self._clock.source.now()

    async def _shift(self, connection: AsyncConnection, true: datetime, jump: timedelta) -> timedelta:
        """Return how far the clocks of games have to move so that no one gains or loses time by a jump."""
        last = None if self._has_begun else await heartbeats.last_beat(connection)
        if last is not None and last > true:
            # The clock was set back while the bot was down, so there's no way to know how long it was down.
            return true - last
        return jump if abs(jump) > LARGEST_DRIFT else _NONE

    def _follow(self, jump: timedelta) -> timedelta:
        if isinstance(self._clock, SteadyClock):
            self._clock.move(jump)
        return jump


async def beat(connection: AsyncConnection, now: datetime, process: str, *, shift: timedelta = _NONE) -> None:
    """Record a heartbeat inside a transaction. If several run at the same time, only one gives time back.

    Each process has its own row, because the clocks of their machines may differ.

    ``shift`` is how far the clock has jumped since the last one.
    """
    last = await heartbeats.lock_last(connection)
    await heartbeats.forget(connection, now - _MEMORY)
    await processes.forget_claims(connection, now - _OVERLAP)
    if shift < _NONE:
        await heartbeats.forget_later(connection, now)
    await heartbeats.beat(connection, process, now)
    if shift:
        await due_times.shift(connection, shift, (*CLOCK_KINDS, DueKind.NOTIFICATION))
    silence = _NONE if last is None else now - last - shift
    if silence > LONGEST_SILENCE:
        moved = await due_times.shift(connection, silence, CLOCK_KINDS)
        log.info("time given back", seconds=silence.total_seconds(), due_times=moved)
        await _cut(connection, now)


async def _cut(connection: AsyncConnection, now: datetime) -> None:
    """Shorten the deadlines that leave more than a game's time per move."""
    cut = await due_times.cut(connection, now, DueKind.DEADLINE, DueKind.VACATION)
    if cut:
        log.warning("deadlines cut to the time per move", due_times=cut)


class DueTimes(UseCases):
    """The due times in one database."""

    @retried
    async def overdue(self, limit: int, offset: int = 0) -> list[Due]:
        """Return what has come due, the earliest first, without the first ``offset``, which have to wait.

        It stays until someone takes it.

        If the bot was down, that time is given back first.
        """
        async with self._database.reading_once() as connection:
            first = await due_times.first(connection)
        if first is None or first > self._clock.now():
            return []
        async with self._database.writing() as connection:
            # A clock that follows a jump does so in a transaction.
            now = self._clock.now()
            await beat(connection, now, self._database.process)
            return await due_times.until(connection, now, limit, offset)

    async def wait(self, longest: timedelta) -> timedelta:
        """Return how long it is until something comes due, from zero to ``longest``."""
        first = await self._database.read_once(due_times.first)
        if first is None:
            return longest
        return min(max(first - self._clock.now(), timedelta()), longest)

    async def take(self, due: Due) -> bool:
        """Forget something that's done, or is about to be; False if it's gone or was moved."""
        return await self._database.write(due_times.take, due.id, due.at)

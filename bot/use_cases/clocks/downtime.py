"""What has come due, and the time during which no one could play: it's given back.

That's so in the servers of a shard while Discord's gateway doesn't answer a process that has it, or no
request works there, and while no process has it, or the bot is down.

This also protects games from a system clock that jumps. While the bot runs, only its own ``SteadyClock``
counts. When that has to follow a jump, everything that is due in games moves with it, in one transaction with
the heartbeat.
"""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from time import monotonic

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock, SteadyClock
from bot.shards import Shard
from bot.store import processes
from bot.store.clocks import due_times, heartbeats
from bot.store.clocks.heartbeats import ProcessStatus
from bot.store.clocks.vital_signs import INTERVAL, LONGEST_HEALTHY_SILENCE
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import CLOCK_KINDS, Due, DueKind

LONGEST_SILENCE = 3 * INTERVAL
"""If no one could play for longer than this, the time is given back, and what's due waits."""

LARGEST_DRIFT = timedelta(seconds=1)
"""A clock that differs by more than this has jumped. Smaller differences are followed silently."""

_MEMORY = timedelta(days=1)
# Longer than two processes can receive the same interactions.
_OVERLAP = timedelta(hours=1)

_NONE = timedelta()

Describe = Callable[[], ProcessStatus | None]
"""Returns how a process is doing, if it can tell."""

Silences = Callable[[], Mapping[Shard, float]]
"""Returns how many seconds ago people could last play in the servers of each shard of a process."""

log = structlog.get_logger(__name__)


class Downtime(UseCases):
    """The heartbeats in one database, and the clock of this process, which by default can't be cut off."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        silences: Silences = lambda: {Shard(0, 1): 0.0},
        describe: Describe = lambda: None,
    ) -> None:
        super().__init__(database, clock)
        self._describe = describe
        self._silences = silences
        self._began = monotonic()
        self._beating = asyncio.Lock()
        self._has_begun = False
        self._beat_at: float | None = None

    @property
    def silence(self) -> float | None:
        """Return the seconds since this process last recorded a heartbeat; None if it hasn't yet."""
        return None if self._beat_at is None else monotonic() - self._beat_at

    @property
    def absence(self) -> float:
        """Return the seconds since anyone could play through this process, or since it began."""
        return min(self._silences().values(), default=monotonic() - self._began)

    def is_away(self) -> bool:
        return self.absence > LONGEST_SILENCE.total_seconds()

    @retried
    async def beat(self) -> None:
        """Record a heartbeat, and give back the time in which no one could play if that was long.

        If the true time has jumped, the clock follows it, and no game loses or gains time. The true time is
        the system's, or the database's if several processes share one: then their systems may differ.
        """
        async with self._beating:
            followed = _NONE
            try:
                async with self._database.writing() as connection:
                    true = await self._true_time(connection)
                    jump = true - self._clock.now()
                    if self._has_begun and abs(jump) > LARGEST_DRIFT:
                        log.warning("clock jumped", seconds=round(jump.total_seconds(), 1))
                    # A process that shares its database moves nothing: the others may already have done so.
                    shift = _NONE if self._database.is_shared else await self._shift(connection, true, jump)
                    await self._record(connection, true, shift)
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
                now = await self._true_time(connection)
                await heartbeats.stop(connection, self._database.process, now)
                longest, ages = LONGEST_SILENCE.total_seconds(), self._silences()
                await heartbeats.note_answered(
                    connection, {each: now for each in ages if ages[each] <= longest}
                )

    async def _record(self, connection: AsyncConnection, now: datetime, shift: timedelta) -> None:
        """Record a heartbeat inside a transaction, after the clock has jumped by ``shift``.

        Each process has its own row, because the clocks of their machines may differ.
        """
        await heartbeats.lock(connection)
        await heartbeats.forget(connection, now - _MEMORY)
        await processes.forget_claims(connection, now - _OVERLAP)
        if shift < _NONE:
            await heartbeats.forget_later(connection, now)
        absence = timedelta(seconds=self.absence)
        await heartbeats.beat(connection, self._database.process, now, now - absence, self._describe())
        if shift:
            await due_times.shift(connection, shift, (*CLOCK_KINDS, DueKind.NOTIFICATION))
            known = await heartbeats.answered(connection)
            await heartbeats.note_answered(connection, {each: at + shift for each, at in known.items()})
        ages = self._silences().items()
        await give_back(connection, {each: now - timedelta(seconds=age) for each, age in ages}, now)

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


async def give_back(connection: AsyncConnection, answered: Mapping[Shard, datetime], now: datetime) -> None:
    """Note when people could last play in the servers of shards, and give back how long they couldn't before.

    If several transactions do so at the same time, only one gives a time back.
    """
    await heartbeats.lock(connection)
    known = await heartbeats.answered(connection)
    for shard, at in answered.items():
        last = max((then for each, then in known.items() if each.overlaps(shard)), default=at)
        if at - last > LONGEST_SILENCE:
            moved = await due_times.give_back(connection, shard, at - last, since=last)
            log.info("time given back", shard=shard.id, seconds=(at - last).total_seconds(), moved=moved)
            await _cut(connection, now)
    later = {each: at for each, at in answered.items() if each not in known or at > known[each]}
    await heartbeats.note_answered(connection, later)


async def hear(connection: AsyncConnection, guild_id: int | None, now: datetime) -> None:
    """Give back the time in which no one could play in a server, or in DMs, now that someone does."""
    known = await heartbeats.answered(connection)
    own = [each for each in known if each.has(guild_id)]
    if own:
        await give_back(connection, {max(own, key=known.__getitem__): now}, now)


async def _cut(connection: AsyncConnection, now: datetime) -> None:
    """Shorten the deadlines that leave more than a game's time per move."""
    cut = await due_times.cut(connection, now, DueKind.DEADLINE, DueKind.VACATION)
    if cut:
        log.warning("deadlines cut to the time per move", due_times=cut)


class DueTimes(UseCases):
    """The due times in one database."""

    def __init__(self, database: Database, clock: Clock, downtime: Downtime) -> None:
        super().__init__(database, clock)
        self._downtime = downtime

    async def overdue(self, limit: int, offset: int = 0) -> list[Due]:
        """Return what has come due, the earliest first, without the first ``offset``, which have to wait.

        It stays until someone takes it. Time in which no one could play is given back first. Where that
        lasts, whatever gets it back isn't there.
        """
        # What's known of a quiet shard may be as old as this.
        if await self.wait(longest=INTERVAL, silence=LONGEST_HEALTHY_SILENCE):
            return []
        await self._downtime.beat()
        now = self._clock.now()
        return await self._database.read_once(due_times.until, now, now - LONGEST_SILENCE, limit, offset)

    async def wait(self, longest: timedelta, *, silence: timedelta = LONGEST_SILENCE) -> timedelta:
        """Return how long it is until something comes due, from zero to ``longest``.

        What waits because no one can play there, as in ``overdue``, is left out.
        """
        now = self._clock.now()
        first = await self._database.read_once(due_times.first, now, now - silence)
        return longest if first is None else min(max(first - now, _NONE), longest)

    async def take(self, due: Due) -> bool:
        """Forget something that's done, or is about to be; False if it's gone or was moved."""
        return await self._database.write(due_times.take, due.id, due.at)

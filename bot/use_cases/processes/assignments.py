"""What only one of several processes may do: answer an interaction, identify, send the commands."""

from datetime import timedelta

from bot.clock import Clock
from bot.store import processes
from bot.store.clocks.heartbeats import database_time
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
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

        The first to ask gets the earlier turn, in this process or another. A turn that isn't used is lost.

        Args:
            bucket: The bucket.
            most: The most shards that can be waiting for it. If it's taken for longer than they need, that's
                from before the clock was set back, and is ignored.
        """
        async with self._database.writing() as connection:
            now = await database_time(connection) or self._clock.now()
            free_at = await processes.hold_bucket(connection, bucket, now)
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

"""Takes turns at Discord's gateway: processes that share a database identify their shards one at a time.

Discord allows one identify per bucket every five seconds. A shard's bucket is its id modulo
``max_concurrency``, a number that Discord provides.
"""

from datetime import timedelta

from bot.clock import Clock
from bot.store.clocks.heartbeats import database_time
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.processes import processes

INTERVAL = timedelta(seconds=5.5)
"""Time between two turns of a bucket: Discord's five seconds, plus a margin for varying latency."""


class Identifying:
    """The turns at the gateway that one database knows of."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def take_turn(self, bucket: int, most: int) -> float:
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

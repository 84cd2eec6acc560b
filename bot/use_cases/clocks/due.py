"""What has come due, for the one task that handles it."""

from datetime import timedelta

from bot.store.clocks import due_times
from bot.store.connections.transactions import retried
from bot.use_cases.clocks import downtime
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import Due


class DueTimes(UseCases):
    """The due times in one database."""

    @retried
    async def overdue(self, limit: int) -> list[Due]:
        """Return what has come due, the earliest first. It stays until someone takes it.

        If the bot was down, that time is given back first.
        """
        async with self._database.reading_once() as connection:
            first = await due_times.first(connection)
        if first is None or first > self._clock.now():
            return []
        async with self._database.writing() as connection:
            # A clock that follows a jump does so in a transaction.
            now = self._clock.now()
            await downtime.beat(connection, now, self._database.process)
            return await due_times.until(connection, now, limit)

    async def wait(self, longest: timedelta) -> timedelta:
        """Return how long it is until something comes due, from zero to ``longest``."""
        first = await self._database.read_once(due_times.first)
        if first is None:
            return longest
        return min(max(first - self._clock.now(), timedelta()), longest)

    async def take(self, due: Due) -> bool:
        """Forget something that's done, or is about to be; False if it's gone or was moved."""
        return await self._database.write(due_times.take, due.id, due.at)

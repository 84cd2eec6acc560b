"""Clocks that tests set."""

from datetime import UTC, datetime, timedelta

from bot.clock import SteadyClock
from bot.shards import Shard
from bot.store.clocks.heartbeats import note_answered
from bot.store.connections.database import Database


class StandingClock:
    """A clock that stands still and shows the time that the test has set."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the time that was set."""
        return self._now

    def move(self, step: timedelta) -> None:
        """Let time pass."""
        self._now += step


class Machine:
    """A machine whose ``system`` clock can be set wrong, and the ``steady`` clock of the bot on it."""

    def __init__(self) -> None:
        self._ran = timedelta()
        self.system = StandingClock()
        self.steady = self.start()

    def start(self) -> SteadyClock:
        """Return the clock of a bot that starts now."""
        self.steady = SteadyClock(self.system, self._elapsed)
        return self.steady

    def _elapsed(self) -> float:
        return self._ran.total_seconds()

    def live(self, step: timedelta) -> None:
        """Let time pass."""
        self._ran += step
        self.system.move(step)


async def stay_up(database: Database, now: datetime) -> None:
    """Have the database know that people could play everywhere until ``now``."""
    async with database.writing() as connection:
        await note_answered(connection, {Shard(0, 1): now})

"""Which process answers an interaction: while a new one replaces an old one, Discord sends it to both.

Once told to stop, the old one claims nothing more: it might not get around to answering, and the new one
would never know.
"""

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.processes import processes
from bot.store.processes.processes import Claim


class TakenInteractionError(Exception):
    """Another process has claimed the interaction and answers it."""


class Interactions:
    """The claimed interactions in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._stopped = False
        self._closed = False

    @property
    def accepted(self) -> bool:
        """Whether this process still claims interactions."""
        return not (self._closed or (self._stopped and self._database.is_shared))

    def stop(self) -> None:
        """Leave every unclaimed interaction to the other processes. On SQLite there are none."""
        self._stopped = True

    def close(self) -> None:
        """Claim nothing more, even if no other process does."""
        self._closed = True

    @retried
    async def claim(self, number: int) -> bool:
        """Claim an interaction to answer it. Returns False if another process has to answer it.

        This process may claim it more than once.

        On SQLite there is only one process, and it gets everything once.
        """
        if not self.accepted:
            return False
        if not self._database.is_shared:
            return True
        async with self._database.writing() as connection:
            claim = await processes.claim(connection, number, self._database.process, self._clock.now())
        return claim is not Claim.TAKEN

"""Which process answers an interaction: while a new one takes over from an old one, Discord tells both."""

from bot.clock import Clock
from bot.store import interactions
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried


class TakenInteractionError(Exception):
    """Another process has taken the interaction on, and answers it."""


class Interactions:
    """The interactions that were taken on, in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def claim(self, number: int) -> bool:
        """Take an interaction on to answer it. False where another process has.

        On SQLite there is one process, which gets everything once.
        """
        if not self._database.is_shared:
            return True
        async with self._database.writing() as connection:
            return await interactions.claim(connection, number, self._clock.now())

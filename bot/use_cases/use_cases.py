"""What all use cases begin with."""

from datetime import datetime
from random import Random, SystemRandom
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.clocks.heartbeats import database_time
from bot.store.connections.database import Database

CHANCE: Final = SystemRandom()


class UseCases:
    """The use cases of one subject. They share a database, the time, and chance."""

    def __init__(self, database: Database, clock: Clock, random: Random = CHANCE) -> None:
        self._database = database
        self._clock = clock
        self._random = random

    async def _common_time(self, connection: AsyncConnection) -> datetime:
        """Return the time for all processes that share the database: their own clocks may differ."""
        return await database_time(connection) or self._clock.now()

"""What all use cases begin with."""

from random import Random, SystemRandom
from typing import Final

from bot.clock import Clock
from bot.store.connections.database import Database

CHANCE: Final = SystemRandom()


class UseCases:
    """The use cases of one subject. They share a database, the time, and chance."""

    def __init__(self, database: Database, clock: Clock, random: Random = CHANCE) -> None:
        self._database = database
        self._clock = clock
        self._random = random

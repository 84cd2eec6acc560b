"""Positions that people show a channel, each once a day."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from bot.clock import Clock
from bot.store.analysis import shared_positions
from bot.store.connections.database import Database

MEMORY: Final = timedelta(days=1)
"""How long no one else can share a position that was shared in a channel."""


class PositionShares:
    """The positions that were lately shared, in one database.

    A position is given by its packed text (``bot.matches.values.lines``). It belongs to no game and no one,
    so no more is known of it than that it was shared.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def is_shared(self, position: str, channel_id: int) -> bool:
        """Return whether a position was lately shared in a channel."""
        since = self._clock.now() - MEMORY
        async with self._database.reading_once() as connection:
            return await shared_positions.is_shared(connection, position, channel_id, since)

    @asynccontextmanager
    async def sharing(self, position: str, channel_id: int) -> AsyncIterator[bool]:
        """Share a position in a channel. Yields True for the first one to do it, who then posts it.

        If the block raises, nothing was shared.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await shared_positions.forget(connection, now - MEMORY)
            first = await shared_positions.claim(connection, position, channel_id, now)
        try:
            yield first
        except BaseException:
            if first:
                async with self._database.writing() as connection:
                    await shared_positions.release(connection, position, channel_id)
            raise

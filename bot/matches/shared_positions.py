"""Positions that people share from analysis boards, and what can't be analyzed."""

from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.claims import claimed
from bot.matches.errors import MatchError
from bot.store import shared_positions
from bot.store.connections.database import Database

MEMORY: Final = timedelta(days=1)
"""How long it takes until a position can be shared in the same channel again."""


class NotAPositionError(MatchError):
    """``text`` isn't a position, or no game can have it."""

    text: str


class TwoSubjectsError(MatchError):
    """Both a game and a position were named, and a board shows only one of them."""


class PositionShares:
    """The positions that were recently shared, in one database.

    A position is given by its packed text (``bot.matches.values.lines``). It doesn't belong to a game or a
    person: nothing is known about it except that it was shared.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def is_shared(self, position: str, channel_id: int) -> bool:
        """Return whether a position was recently shared in a channel."""
        since = self._clock.now() - MEMORY
        return await self._database.read_once(shared_positions.is_shared, position, channel_id, since)

    def sharing(self, position: str, channel_id: int) -> AbstractAsyncContextManager[bool]:
        """Share a position in a channel. Yields True for the first one to do it, who then posts it.

        If the block raises, nothing was shared.
        """
        now = self._clock.now()

        async def claim(connection: AsyncConnection) -> bool:
            await shared_positions.forget(connection, now - MEMORY)
            return await shared_positions.claim(connection, position, channel_id, now)

        async def release(connection: AsyncConnection) -> None:
            await shared_positions.release(connection, position, channel_id)

        return claimed(self._database, claim, release)

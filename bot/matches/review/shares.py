"""What people share from a game in a channel: a position, or its review; each only once."""

from contextlib import AbstractAsyncContextManager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.claims import claimed
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.review import reviews as share_rows
from bot.store.review.reviews import REVIEW

__all__ = ["REVIEW", "Shares"]


class Shares:
    """What was shared from the games of one database.

    What is shared is the position of a game after ``ply`` moves, or its review if that is ``REVIEW``.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def is_shared(self, number: int, ply: int, channel_id: int) -> bool:
        """Return whether this has already been shared in a channel."""
        async with self._database.reading_once() as connection:
            return await share_rows.is_shared(connection, number, ply, channel_id)

    def sharing(self, number: int, ply: int, channel_id: int) -> AbstractAsyncContextManager[bool]:
        """Share this in a channel. Yields True for the first one to do it, who then posts it.

        If the block raises, nothing was shared.
        """

        async def claim(connection: AsyncConnection) -> bool:
            return await share_rows.claim_share(connection, number, ply, channel_id, self._clock.now())

        async def release(connection: AsyncConnection) -> None:
            await share_rows.release_share(connection, number, ply, channel_id)

        return claimed(self._database, claim, release)

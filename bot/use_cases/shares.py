"""What was recently shared in a channel, so that a second click doesn't post it again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from bot.store import reviews
from bot.store.connections.transactions import retried
from bot.use_cases.use_cases import UseCases

MEMORY: Final = timedelta(days=1)
"""How long it takes until the same thing can be shared in the same channel again."""

REVIEW: Final = "review"
"""The part of a game that is its review."""

WHOLE_GAME: Final = "game"
"""The part of a game that is all of it."""


def part_of(number: int, part: int | str) -> str:
    """Name what's shared of a game: its position after so many moves, ``REVIEW``, or ``WHOLE_GAME``."""
    return f"{number}{reviews.BEFORE_PART}{part}"


class Shares(UseCases):
    """What was recently shared, in one database, without who shared it.

    A ``subject`` is a part of a game, as ``part_of`` names it, or the packed text of any position
    (``bot.values.lines``).
    """

    async def is_shared(self, subject: str, channel_id: int) -> bool:
        """Return whether this was recently shared in a channel."""
        return await self._database.read_once(
            reviews.is_shared, subject, channel_id, self._clock.now() - MEMORY
        )

    @asynccontextmanager
    async def sharing(self, subject: str, channel_id: int) -> AsyncIterator[bool]:
        """Share this in a channel. Yields True for the first one to do it, who then posts it.

        If the block raises, nothing was shared.
        """
        first = await self._claim(subject, channel_id)
        try:
            yield first
        except BaseException:
            if first:
                await self._database.write(reviews.release, subject, channel_id)
            raise

    @retried
    async def _claim(self, subject: str, channel_id: int) -> bool:
        now = self._clock.now()
        async with self._database.writing() as connection:
            await reviews.forget(connection, now - MEMORY)
            return await reviews.claim(connection, subject, channel_id, now)

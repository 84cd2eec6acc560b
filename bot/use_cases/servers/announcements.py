"""Results that a server wants announced.

A game is marked in the transaction that ends it, and the mark is removed once the result is posted. So a
restart loses none, and a result posted just before it is recognized by its nonce.
"""

from dataclasses import dataclass
from datetime import timedelta
from itertools import starmap

from bot.store import games
from bot.use_cases.use_cases import UseCases
from bot.values.game.game import Game

PATIENCE = timedelta(days=1)
"""How long the result of a game stays newsworthy."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """The result of ``game``, to be posted in a channel."""

    game: Game
    channel_id: int


class Announcements(UseCases):
    """The results in one database that haven't been announced yet."""

    async def due(self, limit: int) -> list[Announcement]:
        """Return the results to announce, the newest first. Those that are no longer news are dropped."""
        oldest = self._clock.now() - PATIENCE
        found = await self._database.read_once(games.to_announce, limit)
        due = []
        for announcement in starmap(Announcement, found):
            ended_at = announcement.game.finished_at
            if ended_at is not None and ended_at >= oldest:
                due.append(announcement)
            else:
                await self.done(announcement)
        return due

    async def done(self, announcement: Announcement) -> None:
        """Record that a result was announced, or can't be."""
        await self._database.write(games.mark_announced, announcement.game.number)

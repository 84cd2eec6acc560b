"""Whether and how the player to move is told that it is his turn.

Who clicked at the board within the last minutes sees the move himself. Anybody else is called once a turn, in
the way that he chose.
"""

from datetime import timedelta
from enum import Enum

from bot.clock import Clock
from bot.matches.values import Game, NoticeWay, Player
from bot.store import presences
from bot.store.database import Database
from bot.store.identities import player_notices

PRESENCE = timedelta(minutes=5)
"""So long after his last click a player counts as being at the board."""

FRESHNESS = timedelta(hours=12)
"""A message older than this is out of sight: the next turn is posted anew."""


class Call(Enum):
    """How the player to move learns of his turn."""

    PRESENT = "present"
    MENTION = "mention"
    PRIVATE = "private"
    NONE = "none"


_CALLS = {
    NoticeWay.MENTION: Call.MENTION,
    NoticeWay.PRIVATE: Call.PRIVATE,
    NoticeWay.NONE: Call.NONE,
}


class Notices:
    """Who was seen where, in one database, and what follows from it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def see(self, number: int, who: int) -> None:
        """Note that a player of a game clicked there just now."""
        async with self._database.writing() as connection:
            await presences.see(connection, number, who, self._clock.now())

    async def call(self, game: Game) -> Call:
        """How the player to move is to learn of his turn, if he has not learnt of it yet."""
        if game.outcome is not None or game.to_move.level is not None:
            return Call.NONE
        return await self.reach(game, game.to_move)

    async def reach(self, game: Game, player: Player) -> Call:
        """How a person who plays in ``game`` is to learn of something there."""
        async with self._database.reading() as connection:
            seen = await presences.seen_at(connection, game.number, player.id)
            if seen is not None and self._clock.now() - seen < PRESENCE:
                return Call.PRESENT
            return _CALLS[NoticeWay.chosen(await player_notices(connection, player.id))]

    def is_out_of_sight(self, game: Game) -> bool:
        """Whether a game's message is so old that an edit of it goes unnoticed."""
        return game.posted_at is None or self._clock.now() - game.posted_at >= FRESHNESS

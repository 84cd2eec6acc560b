"""Private notes that a player writes about a game. No one else reads them."""

from bot.store import games
from bot.store.connections.transactions import retried
from bot.use_cases.games.storing import load
from bot.use_cases.use_cases import UseCases
from bot.values.game.game import Game
from bot.values.game.turns import check_player

LONGEST = 1000
"""Maximum number of characters in a note."""


class Notes(UseCases):
    """The notes in one database."""

    async def read(self, number: int, *, player_id: int) -> str:
        """Return a player's note about a game; an empty text if they have none or don't play in it."""
        return await self._database.read_once(games.fetch_note, number, player_id=player_id)

    @retried
    async def write(self, number: int, text: str, *, player_id: int) -> Game:
        """Replace a player's note by ``text``, cut to ``LONGEST``; a blank one deletes the note."""
        kept = text.strip()[:LONGEST]
        async with self._database.writing() as connection:
            game = await load(connection, number)
            check_player(game, player_id)
            if kept:
                await games.keep_note(connection, number, kept, self._clock.now(), player_id=player_id)
            else:
                await games.drop_note(connection, number, player_id=player_id)
            return game

"""Private boards: a player's own board of a game in their DMs, besides the one that everyone sees."""

from bot.matches.games.games import check_player
from bot.matches.games.loading import load
from bot.matches.values.games import Game, PrivateBoard
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import private_boards
from bot.store.games.private_boards import OwnBoardRow


class PrivateBoards:
    """The private boards in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def put(self, number: int, board: PrivateBoard) -> Game:
        """Record a player's private board of a game, replacing any former one; return the game as it stands.

        Raises:
            UnknownGameError: there is no such game.
            NotAPlayerError: the player doesn't play in it.
        """
        async with self._database.writing() as connection:
            check_player(await load(connection, number), board.player_id)
            await private_boards.put(
                connection, OwnBoardRow(number, board.player_id, board.channel_id, board.message_id)
            )
            return await load(connection, number)

    @retried
    async def forget(self, number: int, board: PrivateBoard) -> None:
        """Record that a board is gone, unless its player has another one by now."""
        async with self._database.writing() as connection:
            await private_boards.drop(connection, number, board.message_id)

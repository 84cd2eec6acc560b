"""Boards that players have to themselves, in private messages, beside the one that is everybody's."""

from bot.matches.games.games import check_player
from bot.matches.games.loading import load
from bot.matches.values.games import Game, PrivateBoard
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import private_boards
from bot.store.games.private_boards import OwnBoardRow


class PrivateBoards:
    """The boards of this kind in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def put(self, number: int, board: PrivateBoard) -> Game:
        """Note a player's board of a game in place of his former one, and return the game as it stands.

        Raises:
            UnknownGameError, NotAPlayerError
        """
        async with self._database.writing() as connection:
            check_player(await load(connection, number), board.player_id)
            await private_boards.put(
                connection, OwnBoardRow(number, board.player_id, board.channel_id, board.message_id)
            )
            return await load(connection, number)

    @retried
    async def forget(self, number: int, board: PrivateBoard) -> None:
        """Note that a board is gone, unless its player has another one by now."""
        async with self._database.writing() as connection:
            await private_boards.drop(connection, number, board.message_id)

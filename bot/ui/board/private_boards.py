"""Private boards in players' DMs, in addition to the board that everyone sees."""

import structlog

from bot.matches.values.games import Game, PrivateBoard
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import clear_away, send_board
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.failures import FAILURES

log = structlog.get_logger(__name__)


async def post_private_board(context: Context, game: Game) -> Game:
    """Answer a player in their DMs with a private board; return the updated game.

    An older one is cleared away.
    """
    older, client = game.private_board_of(context.user.id), context.client
    message_id = await context.reply.public(await board_message(game, client.icons))
    board = PrivateBoard(context.user.id, context.place.channel_id, message_id)
    newer = await client.services.private_boards.put(game.number, board)
    if older is not None:
        await clear_away(client, older.channel_id, older.message_id, newer, older.player_id)
    return newer


async def bring_along(client: ServingClient, former: Game, game: Game) -> Game:
    """Give everyone with a private board in ``former`` one in ``game``, too; return the updated game."""
    for board in former.private_boards:
        try:
            message_id = await send_board(client, board.channel_id, game)
        except FAILURES as error:
            # They're notified in the game's channel, and `/pyrga show` posts the board.
            log.info("own board not posted", game=game.number, error=str(error))
        else:
            own = PrivateBoard(board.player_id, board.channel_id, message_id)
            game = await client.services.private_boards.put(game.number, own)
    return game

"""Where a game is shown: its board in another channel or thread, and private boards in DMs."""

import discord
import structlog

from bot.ui.board.display import move_to
from bot.ui.board.messages import create_thread, open_channel, send_board
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES
from bot.values.game import boards
from bot.values.game.game import Board, Game
from bot.values.players import Place

log = structlog.get_logger(__name__)


async def bring_along(client: ServingClient, former: Game, game: Game) -> Game:
    """Give everyone with a private board in ``former`` one in ``game``, too; return the updated match."""
    for board in former.private_boards:
        if board.reader is not None:
            game = await _bring(client, former.player(board.reader).id, board.place, game)
    return game


async def _bring(client: ServingClient, player_id: int, place: Place, game: Game) -> Game:
    try:
        board = Board(place, game.language, game.theme, game.color_of(player_id))
        message_id = await send_board(client, game, board)
    except FAILURES as error:
        # They're notified in the game's channel, and `/pyrga show` posts the board.
        log.info("private board not posted", game=game.number, error=str(error))
        return game
    shown = game.revision
    return await client.services.games.update(
        game.number,
        lambda game, now: boards.put_private(
            game, player_id, place, message_id=message_id, now=now, shown=shown
        ),
    )


async def open_thread(client: ServingClient, game: Game) -> Game | None:
    """Post the board of a new game in its own thread on the game's message; return the game as shown there.

    Both players become members of the thread. If Discord doesn't allow a thread, the result is None and the
    game stays where it is: permissions may have changed since the challenge was made.
    """
    try:
        channel = await open_channel(client, game.place)
        thread = None if channel is None else await create_thread(channel, game, game.message_id)
    except FAILURES as error:
        log.info("no thread", game=game.number, error=str(error))
        return None
    if thread is None:
        return None
    placed = await move_to(client, game, thread.id)
    if placed is not None:
        await _bring_in(thread, placed)
    return placed


async def _bring_in(thread: discord.Thread, game: Game) -> None:
    for player in (game.white, game.black):
        try:
            await thread.add_user(discord.Object(player.id))
        except FAILURES as error:
            # They can still find the thread through the card.
            log.info("player not in thread", game=game.number, error=str(error))

"""Determines which of a game's messages was clicked: the one that everyone sees, or a private board."""

from dataclasses import replace

from bot.matches.values.games import Game, PrivateBoard
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import clear_away
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.board.pointer import moved_message
from bot.ui.context.context import Context
from bot.ui.context.errors import ElsewhereError
from bot.ui.context.permissions import check_belongs_here, is_apart


class BoardError(Exception):
    """The clicked message isn't the one that shows ``game``. The handler of the click deals with it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


class LostBoardError(BoardError):
    """The game has no known board that the person could have clicked, so the clicked message must be it."""

    def __init__(self, game: Game, message_id: int) -> None:
        super().__init__(game)
        self.message_id = message_id


class OldBoardError(BoardError):
    """A newer message has replaced the clicked one."""


def check_board(context: Context, game: Game) -> None:
    """Check that the clicked message is the one that shows ``game`` to the person who clicked.

    Raises:
        ElsewhereError: the game isn't played there, so no message there can be its board.
        LostBoardError: there is none.
        OldBoardError: it is another one.
    """
    clicked, who = context.message, context.user.id
    if clicked is None:
        return
    plays = game.color_of(who) is not None
    if not plays and context.place.channel_id != game.place.channel_id:
        raise ElsewhereError(game)
    if is_apart(context, game):
        own = game.private_board_of(who)
        if own is None and plays:
            raise LostBoardError(game, clicked.id)
        current = game.message_id if own is None else own.message_id
    else:
        check_belongs_here(context, game)
        current = game.message_id
        if current is None:
            raise LostBoardError(game, clicked.id)
    if clicked.id != current:
        raise OldBoardError(game)


async def adopt(context: Context, game: Game, message_id: int) -> Game:
    """Make a message in the clicked one's channel the board of ``game`` there; return the updated game."""
    services, here = context.services, context.place
    if is_apart(context, game):
        board = PrivateBoard(context.user.id, here.channel_id, message_id)
        return await services.private_boards.put(game.number, board)
    return await services.games.set_board(game, replace(game.place, channel_id=here.channel_id), message_id)


async def show_on_clicked(context: Context, game: Game, choice: Choice = NOTHING) -> tuple[Game, int | None]:
    """Show a game on its clicked board, or on a new one if someone has deleted that meanwhile.

    Returns:
        The game, with its new board if there is one, and the id of the message that shows it.
    """
    content = await board_message(game, context.client.icons, choice)
    posted = await context.reply.replace_or_post(content)
    if posted is not None:
        return await adopt(context, game, posted), posted
    return game, context.message.id if context.message else None


async def lead_on(context: Context, game: Game) -> None:
    """Answer a click on an older message of ``game``: link to the newer one, and clear the old one away."""
    reader = context.user.id if is_apart(context, game) else None
    pointer, here, clicked = moved_message(game, reader), context.place, context.message
    if clicked is None or not here.reachable:
        await context.reply.replace(pointer)
        return
    # It may already be gone, and then it can't be replaced.
    await context.reply.private(pointer)
    await clear_away(context.client, here.channel_id, clicked.id, game, reader)

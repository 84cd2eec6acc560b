"""Which of a game's messages was clicked: the one that everyone sees, or a private board."""

from dataclasses import replace

from bot.matches.values.games import Game, PrivateBoard
from bot.ui.board.pointer import moved_message
from bot.ui.context.context import Context
from bot.ui.context.permissions import is_apart
from bot.ui.message.content import Content


class BoardError(Exception):
    """The clicked message isn't the one that shows ``game``. The handler of the click deals with it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


class LostBoardError(BoardError):
    """The game has no board that the person could have clicked, so the clicked message must be it."""


class OldBoardError(BoardError):
    """A newer message has replaced the clicked one."""


def check_board(context: Context, game: Game) -> None:
    """Check that the clicked message is the one that shows ``game`` to the person who clicked.

    Raises:
        LostBoardError: there is none.
        OldBoardError: it is another one.
    """
    clicked, who = context.message, context.user.id
    if clicked is None:
        return
    if is_apart(context, game):
        own = game.private_board_of(who)
        if own is None and game.colour_of(who) is not None:
            raise LostBoardError(game)
        current = game.message_id if own is None else own.message_id
    else:
        current = game.message_id
        if current is None:
            raise LostBoardError(game)
    if clicked.id != current:
        raise OldBoardError(game)


async def adopt(context: Context, game: Game) -> None:
    """Make the clicked message the board of ``game``, which has none: it only seemed to be lost."""
    message, who, here = context.message, context.user.id, context.place
    if message is None:
        return
    services = context.services
    if is_apart(context, game):
        await services.private_boards.put(game.number, PrivateBoard(who, here.channel_id, message.id))
    else:
        await services.games.set_board(game, replace(game.place, channel_id=here.channel_id), message.id)


def pointer(context: Context, game: Game) -> Content:
    """What the clicked message becomes when a newer one has replaced it."""
    return moved_message(game, context.user.id if is_apart(context, game) else None)

"""Determines which of a game's messages was clicked: the one that everyone sees, or a private board."""

from bot.matches.match.match import Match
from bot.ui.board.messages import clear_away, moved_message
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError
from bot.ui.context.permissions import check_belongs_here, is_apart


class BoardError(Exception):
    """The clicked message isn't the one that shows ``game``. The handler of the click deals with it."""

    def __init__(self, game: Match) -> None:
        super().__init__(game)
        self.game = game


class LostBoardError(BoardError):
    """The game has no known board that the person could have clicked, so the clicked message must be it."""

    def __init__(self, game: Match, message_id: int) -> None:
        super().__init__(game)
        self.message_id = message_id


class OldBoardError(BoardError):
    """A newer message has replaced the clicked one."""


def check_board(context: Context, game: Match) -> None:
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


async def lead_on(context: Context, game: Match) -> None:
    """Answer a click on an older message of ``game``: link to the newer one, and clear the old one away."""
    reader = context.user.id if is_apart(context, game) else None
    pointer, here, clicked = moved_message(game, reader), context.place, context.message
    if clicked is None or not here.reachable:
        await context.reply.replace(pointer)
        return
    # It may already be gone, and then it can't be replaced.
    await context.reply.private(pointer)
    await clear_away(context.client, here.channel_id, clicked.id, game, reader)

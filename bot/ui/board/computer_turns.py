"""Lets the computer take its turns, and shows the board after each one."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.ui.board.board_message import board_message
from bot.ui.board.display import announce, show
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import RequestError
from bot.values.game.game import Game

Tell = Callable[[Game], Awaitable[None]]
"""Tells one person about a game."""

log = structlog.get_logger(__name__)


def let_computer_play(
    client: ServingClient, game: Game, context: Context | None = None, tell: Tell | None = None
) -> None:
    """Have the computer move in ``game`` if it's its turn. This doesn't wait for the move.

    If only an answer can change the board, that of ``context`` does. ``tell`` is called after the game was
    shown.
    """
    if not game.computer_moves:
        return

    async def go_on(after: Game) -> None:
        shown = await _show_and_tell(client, announce, tell, after)
        # If a channel had only one reply, that has played itself, and it's the computer's turn again.
        let_computer_play(client, shown, context, tell)

    answer = None if context is None else partial(_amend, context)
    show_stalled = partial(_show_and_tell, client, show, tell)
    client.services.computer_turns.begin(game, go_on, show_stalled, answer=answer)


async def _show_and_tell(
    client: ServingClient,
    show_match: Callable[[ServingClient, Game], Awaitable[Game]],
    tell: Tell | None,
    game: Game,
) -> Game:
    shown = await show_match(client, game)
    if tell is not None:
        try:
            await tell(game)
        except RequestError as error:
            # The board shows it.
            log.info("not told what the computer played", game=game.number, error=str(error))
    return shown


async def _amend(context: Context, game: Game) -> None:
    """Show the game on the board where it's played, which only an answer can change."""
    try:
        await context.reply.amend(await board_message(context.named(game), context.client.icons))
    except RequestError as error:
        # The next click updates the board.
        log.info("board not updated", game=game.number, error=str(error))
    else:
        if game.board.message_id is not None:
            await context.services.games.note_shown(game, [game.board.message_id])

"""Lets the computer take its turns, and shows the board after each one."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.matches.values.games import Game
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import redraw
from bot.ui.board.show_game import show_turn
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.message.content import Content

Amend = Callable[[Content], Awaitable[None]]
"""Changes the public answer to an interaction again."""

Tell = Callable[[Game], Awaitable[None]]
"""Shows a game to everyone, or tells one person about it."""

log = structlog.get_logger(__name__)


def let_computer_play(
    client: ServingClient, game: Game, amend: Amend | None = None, tell: Tell | None = None
) -> None:
    """Have the computer move in ``game`` if it's its turn. This doesn't wait for the move.

    If only an answer can change the board, ``amend`` does that. ``tell`` is called after the game was shown.
    """
    answer = None if amend is None else partial(_answer, client, amend)
    shows: list[Tell] = [partial(show_turn, client), partial(redraw, client)]
    show, show_stalled = (one if tell is None else partial(_show_and_tell, one, tell) for one in shows)
    client.services.computer_turns.begin(game, show, show_stalled, answer=answer)


async def _show_and_tell(show: Tell, tell: Tell, game: Game) -> None:
    await show(game)
    try:
        await tell(game)
    except FAILURES as error:
        # The board shows it.
        log.info("not told what the computer played", game=game.number, error=str(error))


async def _answer(client: ServingClient, amend: Amend, game: Game) -> None:
    try:
        await amend(await board_message(game, client.icons))
    except FAILURES as error:
        # The next click updates the board.
        log.info("board not updated", game=game.number, error=str(error))
    else:
        await client.services.games.mark_shown(game)

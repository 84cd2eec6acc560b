"""Answers requests for a hint."""

from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import GameAction
from bot.ui.message.custom_ids import GameButton
from bot.ui.review.hint_text import hint_text

SECONDS = 10.0
"""How many seconds the computer looks for a proven move; then it suggests what looks best."""


@on_click(GameButton, GameAction.HINT)
async def show_hint(context: Context, clicked: GameButton) -> None:
    """Tell the player to move one good move privately, and count the hint.

    Raises:
        GameError: it isn't the person's turn in this game.
        HintsNotAllowedError: this game doesn't allow hints.
        TooBusyError: too many clicks are in progress.
        ComputerUnavailableError, ComputerBusyError, ComputerFailedError: the computer has no answer.
    """
    services, who = context.services, context.user.id
    game = await services.hints.ask(clicked.game, who)
    await context.admit_extra()
    solution = await services.computer.solve(game.position, who, seconds=SECONDS, line=False)
    await services.hints.note(game, who)
    await context.reply.private(hint_text(context.words, game.position, solution))

"""Answers whoever asks for a hint."""

from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import GameAction
from bot.ui.message.custom_ids import GameButton
from bot.ui.review.hint_text import hint_text

SECONDS = 10.0
"""So long the computer looks for the truth; then it says what looks best."""


@on_click(GameButton, GameAction.HINT)
async def show_hint(context: Context, clicked: GameButton) -> None:
    """Tell the player to move one good move of a game, in private, and count that.

    Raises:
        UnknownGameError, FinishedGameError, NotAPlayerError, NotYourTurnError: there is no hint for him.
        HintsNotAllowedError: nor for anybody in this game.
        TooBusyError: too many clicks are in progress.
        ComputerUnavailableError, ComputerBusyError, ComputerFailedError: the computer has none.
    """
    services, who = context.services, context.user.id
    game = await services.hints.ask(clicked.game, who)
    await context.admit_extra()
    solution = await services.computer.solve(game.position, who, seconds=SECONDS, line=False)
    await services.hints.note(game, who)
    await context.reply.private(hint_text(context.words, game.position, solution))

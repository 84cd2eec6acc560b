"""Answers whoever asks for a hint."""

from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.review.hint_text import hint_text

SECONDS = 10.0
"""So long the computer looks for the truth; then it says what looks best."""


async def show_hint(interaction: Interaction, responder: Responder, number: int) -> None:
    """Tell the player to move one good move of a game, in private, and count that.

    Raises:
        UnknownGameError, FinishedGameError, NotAPlayerError, NotYourTurnError: there is no hint for him.
        HintsNotAllowedError: nor for anybody in this game.
        TooBusyError: too many clicks are in progress.
        ComputerUnavailableError, ComputerBusyError, ComputerFailedError: the computer has none.
    """
    services, who = interaction.client.services, interaction.user.id
    game = await services.hints.ask(number, who)
    await interaction.client.intake.admit_extra()
    solution = await services.computer.solve(game.position, who, seconds=SECONDS, line=False)
    await services.hints.note(game, who)
    await responder.tell(hint_text(responder.words, game.position, solution))

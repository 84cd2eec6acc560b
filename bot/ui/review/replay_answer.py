"""Answers whoever asks for a replay, by a button or by a command."""

from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of


async def show_replay(interaction: Interaction, responder: Responder, game: str | None) -> None:
    """Show a game of the server to the person alone: the one called ``game``, or his only running one.

    Raises:
        UnknownGameError, NoRunningGameError, ChooseGameError: it is not clear which game is meant.
        TooBusyError: too many clicks are in progress.
    """
    await interaction.client.intake.admit_extra()
    services, who = interaction.client.services, interaction.user.id
    found = await services.lists.find(place_of(interaction), who, game, of_others=True)
    record = await services.games.record(found.number)
    theme = await services.preferences.player_theme(who)
    await responder.show(await services.replays.message(responder.words, found, record, theme))

"""Answers whoever asks for a replay, by a button or by a command."""

from gettext import NullTranslations

from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of
from bot.ui.message.content import Content, Picture, layout
from bot.ui.text.alt_text import replay_text
from engine import Record


async def show_replay(interaction: Interaction, responder: Responder, game: str | None) -> None:
    """Show a game of the server to the person alone: the one called ``game``, or their only running one.

    Raises:
        UnknownGameError, NoRunningGameError, ChooseGameError: it is not clear which game is meant.
        TooBusyError: too many clicks are in progress.
    """
    await interaction.client.intake.admit_extra()
    services, who = interaction.client.services, interaction.user.id
    found = await services.lists.find(place_of(interaction), who, game, of_others=True)
    record = await services.games.record(found.number)
    theme = await services.preferences.player_theme(who)
    gif = await services.replays.gif(record, theme)
    await responder.show(_replay(responder.words, found, record, gif))


def _replay(words: NullTranslations, game: Game, record: Record, gif: bytes) -> Content:
    picture = Picture(
        f"replay-{format_number(game.number)}-{game.revision}.gif", gif, replay_text(words, game, record)
    )
    return Content(layout(picture.gallery()), (picture,))

"""Answers requests for a replay, from a button or a command."""

from gettext import NullTranslations

from bot.matches.base36 import format_number
from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, Picture, layout
from bot.ui.message.custom_ids import PanelButton
from bot.ui.text.alt_text import replay_text
from engine import Record


async def show_replay(context: Context, game: str | None) -> None:
    """Show a game of the server privately: the one called ``game``, or the person's only running or last one.

    Raises:
        UnknownGameError, NoRunningGameError, ChooseGameError: it is not clear which game is meant.
        TooBusyError: too many clicks are in progress.
    """
    await context.admit_extra()
    services, who = context.services, context.user.id
    found = await services.game_queries.find_to_replay(context.place, who, game)
    record = await services.games.record(found.number)
    theme = (await services.preferences.player(who)).theme
    gif = await services.replays.gif(record, theme)
    await context.reply.private(_replay(context.words, found, record, gif))


@on_click(PanelButton, (Panel.REPLAY, PanelAction.SHOW))
async def show_replay_of_button(context: Context, clicked: PanelButton) -> None:
    """Show the game that the button names."""
    await show_replay(context, clicked.argument)


def _replay(words: NullTranslations, game: Game, record: Record, gif: bytes) -> Content:
    picture = Picture(
        f"replay-{format_number(game.number)}-{game.revision}.gif", gif, replay_text(words, game, record)
    )
    return Content(layout(picture.gallery()), (picture,))

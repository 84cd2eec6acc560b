"""The private question before a game is canceled, and what follows."""

from gettext import NullTranslations

from discord import ui

from bot.matches.base36 import format_number
from bot.matches.values.games import Game
from bot.ui.board.show_game import show_turn_after_panel
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, layout
from bot.ui.message.custom_ids import PanelButton
from bot.ui.text.words import game_name


@on_click(PanelButton, (Panel.ABORT, PanelAction.ASK))
async def ask_before_abort(context: Context, clicked: PanelButton) -> None:
    """Ask a player of the game whether they're sure."""
    game = await context.seen_game(clicked.number)
    await context.reply.replace(abort_panel(context.words, game))


@on_click(PanelButton, (Panel.ABORT, PanelAction.CONFIRM))
async def abort(context: Context, clicked: PanelButton) -> None:
    """End the game without a result."""
    services = context.services
    async with services.games.lock(clicked.number):
        aborted = await services.games.abort(clicked.number, context.user.id)
        game = await services.notifications.see(aborted, context.user.id)
        await context.reply.replace(aborted_panel(context.words, game))
        await show_turn_after_panel(context, game)


def abort_panel(words: NullTranslations, game: Game) -> Content:
    """Ask a player of ``game`` whether they're sure."""
    _ = words.gettext
    question = _("Cancel game {game}? It will end without a result.").format(game=game_name(game.number))
    number = format_number(game.number)
    return confirm_panel(Panel.ABORT, number, question, confirm=_("Cancel game"), keep=_("Keep playing"))


def aborted_panel(words: NullTranslations, game: Game) -> Content:
    """Say that the game is canceled."""
    sentence = words.gettext("You canceled game {game}.").format(game=game_name(game.number))
    return Content(layout(ui.TextDisplay(sentence)))

"""The private question before a resignation."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.components.buttons import button
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import Panel, PanelAction, PanelButton
from bot.ui.text.words import game_name, name


def resign_panel(words: NullTranslations, game: Game, who: int) -> Content:
    """Ask a player of ``game`` whether he is sure."""
    _ = words.gettext
    question = _("Resign game {game}? {opponent} will win.").format(
        game=game_name(game.number), opponent=name(game.opponent_of(who))
    )
    number = format_number(game.number)
    row = Row(
        button(
            PanelButton(Panel.RESIGN, PanelAction.CONFIRM, number), _("Resign"), discord.ButtonStyle.danger
        ),
        button(
            PanelButton(Panel.RESIGN, PanelAction.KEEP, number),
            _("Keep playing"),
            discord.ButtonStyle.secondary,
        ),
    )
    return Content(layout(ui.TextDisplay(question), row))


def resigned_panel(words: NullTranslations, game: Game) -> Content:
    """Say that it is done."""
    sentence = words.gettext("You resigned game {game}.").format(game=game_name(game.number))
    return Content(layout(ui.TextDisplay(sentence)))


def kept_panel(words: NullTranslations) -> Content:
    """Say that nothing happened."""
    return Content(layout(ui.TextDisplay(words.gettext("OK, the game continues."))))

"""The private question before a game is called off."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.components.buttons import button
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import Panel, PanelAction, PanelButton
from bot.ui.text.words import game_name


def abort_panel(words: NullTranslations, game: Game) -> Content:
    """Ask a player of ``game`` whether he is sure."""
    _ = words.gettext
    question = _("Cancel game {game}? It will end without a result.").format(game=game_name(game.number))
    number = format_number(game.number)
    row = Row(
        button(
            PanelButton(Panel.ABORT, PanelAction.CONFIRM, number),
            _("Cancel game"),
            discord.ButtonStyle.danger,
        ),
        button(
            PanelButton(Panel.ABORT, PanelAction.KEEP, number),
            _("Keep playing"),
            discord.ButtonStyle.secondary,
        ),
    )
    return Content(layout(ui.TextDisplay(question), row))


def aborted_panel(words: NullTranslations, game: Game) -> Content:
    """Say that it is done."""
    sentence = words.gettext("You canceled game {game}.").format(game=game_name(game.number))
    return Content(layout(ui.TextDisplay(sentence)))

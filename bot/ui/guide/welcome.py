"""The welcome for people who don't know the game yet: what to do first."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.ui.components.buttons import button
from bot.ui.guide.rules_pages import RulesPage
from bot.ui.message.accents import GOLD
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.shared_buttons import OpenLesson, PlayComputer


def welcome(words: NullTranslations, *, computer: bool, note: str = "") -> Content:
    """The welcome for a channel, with buttons that answer anyone privately or start a game.

    ``computer`` says whether this host has one, and ``note`` is an extra line.
    """
    box = Box(ui.TextDisplay(_game(words)), ui.TextDisplay(_ways(words)), accent_color=GOLD)
    if note:
        box.add_item(ui.TextDisplay(note))
    return Content(layout(box, _first_steps(words, computer=computer)))


def _game(words: NullTranslations) -> str:
    return words.gettext(
        "### Hi! How about a game of Pyrga?\n"
        "It's a board game for two. You build Towers out of Squares, Triangles and Cylinders, and the first "
        "player to control three Towers wins."
    )


def _ways(words: NullTranslations) -> str:
    return words.gettext(
        "**New here?** The lesson teaches you the game in eight short steps.\n"
        "**On your own?** Play the computer. It has eight levels and starts with an easy one.\n"
        "**With a friend?** Type `/pyrga challenge` and pick them.\n"
        "**What else?** `/pyrga help` lists it all."
    )


def _first_steps(words: NullTranslations, *, computer: bool) -> Row:
    _ = words.gettext
    secondary = discord.ButtonStyle.secondary
    buttons = [button(OpenLesson(1), _("Lesson"), discord.ButtonStyle.success)]
    if computer:
        play = PlayComputer(None)
        buttons.append(button(play, _("Play the computer"), discord.ButtonStyle.primary))
    buttons.append(button(RulesPage(0), _("Rules"), secondary))
    return Row(*buttons)

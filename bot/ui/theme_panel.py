"""The private panel in which a theme is chosen."""

import asyncio
from enum import StrEnum
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.values import ThemeName
from bot.ui.alt_text import position_text
from bot.ui.buttons import Button, button
from bot.ui.content import Box, Content, Picture, Row, layout
from bot.ui.custom_ids import Panel, PanelButton
from bot.ui.themes import drawn, theme_title
from engine import Position

# A board with pieces of both colours, a Tower, a demand and a last move.
_EXAMPLE = Position.replay("pyrga", ["Cb2", "Sb2", "Ta2e", "Tb2n"])


class Owner(StrEnum):
    """Whose theme a panel is about; the action of its buttons."""

    PLAYER = "mine"
    SERVER = "server"


async def theme_panel(words: NullTranslations, owner: Owner, current: ThemeName) -> Content:
    """Show the theme in force and a button for each."""
    _ = words.gettext
    texts = {
        Owner.PLAYER: _("### Your theme\nPictures that only you see, such as rules and replays, look so."),
        Owner.SERVER: _("### This server's theme\nNew games look so. Running games keep their look."),
    }
    png = await asyncio.to_thread(render.diagram, _EXAMPLE, theme=drawn(current))
    picture = Picture(f"theme-{current}.png", png, position_text(words, _EXAMPLE))
    container = Box(ui.TextDisplay(texts[owner]), picture.gallery())
    row = Row(*(_button(words, owner, theme, chosen=theme is current) for theme in ThemeName))
    return Content(layout(container, row), (picture,))


def _button(words: NullTranslations, owner: Owner, theme: ThemeName, *, chosen: bool) -> Button:
    style = discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary
    return button(PanelButton(Panel.THEME, owner, theme), theme_title(words, theme), style)

"""The private question before something that can't be undone."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.base36 import format_number
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import PanelButton


def confirm_panel(panel: Panel, number: int, question: str, *, confirm: str, keep: str) -> Content:
    """Ask ``question`` about what has this ``number``: one button confirms, the other changes nothing."""
    text = format_number(number)
    row = Row(
        button(PanelButton(panel, PanelAction.CONFIRM, text), confirm, discord.ButtonStyle.danger),
        button(PanelButton(panel, PanelAction.KEEP, text), keep, discord.ButtonStyle.secondary),
    )
    return Content(layout(ui.TextDisplay(question), row))


@on_click(PanelButton, (Panel.RESIGN, PanelAction.KEEP), (Panel.ABORT, PanelAction.KEEP))
async def keep_playing(context: Context, clicked: PanelButton) -> None:
    """Change nothing."""
    del clicked
    await context.reply.replace(kept_panel(context.words))


def kept_panel(words: NullTranslations) -> Content:
    """Say that nothing has changed."""
    return Content(layout(ui.TextDisplay(words.gettext("OK, the game continues."))))

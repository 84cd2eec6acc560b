"""The private question before anything that can't be undone or that asks something of another person."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import PanelButton


def confirm_panel(  # noqa: PLR0913 - a question and its two answers
    panel: Panel,
    argument: str,
    question: str,
    *,
    confirm: str,
    keep: str,
    style: discord.ButtonStyle = discord.ButtonStyle.danger,
) -> Content:
    """Ask ``question``: one button, in this ``style``, confirms it, and the other one changes nothing.

    Both carry ``argument``, which says what the question is about.
    """
    row = Row(
        button(PanelButton(panel, PanelAction.CONFIRM, argument), confirm, style),
        button(PanelButton(panel, PanelAction.KEEP, argument), keep, discord.ButtonStyle.secondary),
    )
    return Content(layout(ui.TextDisplay(question), row))


_PANELS = (Panel.RESIGN, Panel.DRAW, Panel.ABORT, Panel.TAKE_BACK, Panel.HINT)


@on_click(PanelButton, *((panel, PanelAction.KEEP) for panel in _PANELS))
async def keep_playing(context: Context, clicked: PanelButton) -> None:
    """Change nothing."""
    del clicked
    await context.reply.replace(kept_panel(context.words))


def kept_panel(words: NullTranslations) -> Content:
    """Say that nothing has changed."""
    return Content(layout(ui.TextDisplay(words.gettext("OK, the game continues."))))

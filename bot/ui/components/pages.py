"""The buttons that turn the pages of private panels."""

from gettext import NullTranslations

import discord

from bot.ui.components.buttons import button
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import Panel, PanelAction, PanelButton


def page_row(words: NullTranslations, panel: Panel, page: int, *, more: bool) -> list[Row]:
    """The row that leads from ``page``, the first being 0, to its neighbors; none if it's the only page."""
    _ = words.gettext
    style = discord.ButtonStyle.secondary
    buttons = []
    if page > 0:
        buttons.append(button(PanelButton(panel, PanelAction.PAGE, str(page - 1)), _("Back"), style))
    if more:
        buttons.append(button(PanelButton(panel, PanelAction.PAGE, str(page + 1)), _("Next"), style))
    return [Row(*buttons)] if buttons else []

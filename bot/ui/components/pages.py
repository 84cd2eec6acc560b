"""Lists with several pages, and the buttons between pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ui

from bot.ui.components.buttons import button
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import PanelButton


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a panel's list (the first is 0), and whether another one follows."""

    panel: Panel
    number: int
    more: bool

    def content(
        self, words: NullTranslations, text: str, *rows: Row, accent: discord.Color | None = None
    ) -> Content:
        """The page as a message: its text, ``rows``, and the buttons for its neighbors."""
        box = Box(ui.TextDisplay(text), accent_color=accent)
        return Content(layout(box, *rows, *page_row(words, self.panel, self.number, more=self.more)))


def list_text(title: str, lines: Sequence[str], *, empty: str, footer: str = "") -> str:
    """The text of a list: its title, and its lines with a footer, or what it says if there are none."""
    if not lines:
        return f"### {title}\n{empty}"
    return "\n".join([f"### {title}", *lines, *([f"-# {footer}"] if footer else [])])


def page_row(words: NullTranslations, panel: Panel, page: int, *, more: bool) -> list[Row]:
    """The row that leads from ``page`` (the first is 0) to its neighbors; none if it's the only page."""
    pgettext = words.pgettext
    style = discord.ButtonStyle.secondary
    buttons = []
    if page > 0:
        buttons.append(
            button(PanelButton(panel, PanelAction.PAGE, str(page - 1)), pgettext("to a page", "Back"), style)
        )
    if more:
        buttons.append(
            button(PanelButton(panel, PanelAction.PAGE, str(page + 1)), pgettext("to a page", "Next"), style)
        )
    return [Row(*buttons)] if buttons else []

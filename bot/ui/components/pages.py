"""Lists with several pages, and the buttons between pages."""

from collections.abc import Callable, Sequence
from gettext import NullTranslations

import discord

from bot.ui.components.buttons import button
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import CustomId

NamedPages = Callable[[int], CustomId]
"""Returns the custom_id of the button for a page, the first being 0."""


def list_text(title: str, lines: Sequence[str], *, empty: str, footer: str = "") -> str:
    """The text of a list: its title, and its lines with a footer, or what it says if there are none."""
    if not lines:
        return f"### {title}\n{empty}"
    return "\n".join([f"### {title}", *lines, *([f"-# {footer}"] if footer else [])])


def page_row(words: NullTranslations, named: NamedPages, page: int, *, more: bool) -> list[Row]:
    """The row that leads from ``page`` (the first is 0) to its neighbors; none if it's the only page."""
    pgettext = words.pgettext
    style = discord.ButtonStyle.secondary
    buttons = []
    if page > 0:
        buttons.append(button(named(page - 1), pgettext("to a page", "Back"), style))
    if more:
        buttons.append(button(named(page + 1), pgettext("to a page", "Next"), style))
    return [Row(*buttons)] if buttons else []

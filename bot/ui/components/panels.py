"""Private panels: a question before what can't be undone, and lists with several pages."""

from collections.abc import Callable, Sequence

import discord

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Button, Content, Row, rows_of, unboxed
from bot.ui.message.custom_ids import CustomId, button

NamedPages = Callable[[int], CustomId]
"""Returns the custom_id of the button for a page, the first being 0."""


class KeepPlaying(CustomId, word="keep-playing"):
    """Changes nothing in a game."""


def confirm_panel(  # noqa: PLR0913 - a question and its two answers
    question: str,
    confirmed: CustomId,
    confirm: str,
    keep: str,
    *,
    kept: CustomId | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.danger,
) -> Content:
    """Ask ``question``: a button called ``confirm``, in this ``style``, does what ``confirmed`` means.

    The one called ``keep`` changes nothing, and what it means is ``kept``, or that a game continues.
    """
    row = Row(
        button(confirmed, confirm, style),
        button(kept or KeepPlaying(), keep),
    )
    return unboxed(question, row)


@on_click(KeepPlaying)
async def keep_playing(context: Context, clicked: CustomId) -> None:
    del clicked
    await context.reply.replace(kept_panel(context.words))


def kept_panel(words: Words) -> Content:
    return unboxed(words.say("OK, the game continues."))


def list_text(title: str, lines: Sequence[str], *, empty: str, footer: str = "") -> str:
    """Return the text of a list: its title, and its lines with a footer, or what it says without any."""
    if not lines:
        return f"### {title}\n{empty}"
    return "\n".join([f"### {title}", *lines, *([f"-# {footer}"] if footer else [])])


def page_buttons(words: Words, named: NamedPages, page: int, *, more: bool) -> list[Button]:
    """Return the buttons from ``page`` (the first is 0) to its neighbors; none if it's the only page."""
    buttons = []
    if page > 0:
        buttons.append(button(named(page - 1), words.label("to a page", "Back")))
    if more:
        buttons.append(button(named(page + 1), words.label("to a page", "Next")))
    return buttons


def page_row(words: Words, named: NamedPages, page: int, *, more: bool) -> list[Row]:
    """Return the row of the ``page_buttons``, if there are any."""
    return rows_of(page_buttons(words, named, page, more=more))

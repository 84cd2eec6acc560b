"""The private question before anything that can't be undone or that asks something of another person."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import CustomId


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
        button(kept or KeepPlaying(), keep, discord.ButtonStyle.secondary),
    )
    return Content(layout(ui.TextDisplay(question), row))


@on_click(KeepPlaying)
async def keep_playing(context: Context, clicked: CustomId) -> None:
    """Change nothing."""
    del clicked
    await context.reply.replace(kept_panel(context.words))


def kept_panel(words: NullTranslations) -> Content:
    """Say that nothing has changed."""
    return Content(layout(ui.TextDisplay(words.gettext("OK, the game continues."))))

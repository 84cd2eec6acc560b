"""Parts of private panels: a question before what can't be undone, pages of a list, the computer's levels."""

from collections.abc import Callable, Sequence
from enum import StrEnum

import discord

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Button, Content, Row, rows_of, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.selects import Option, Select, menu
from bot.ui.text.values import level_description, level_name
from bot.values.challenges import ColorChoice
from engine import Level, Ruleset

NamedPages = Callable[[int], CustomId]
"""Returns the custom_id of the button for a page, the first being 0."""


class Kept(StrEnum):
    """What a person doesn't change."""

    GAME = "game"
    DATA = "data"
    REST = "rest"


class Keep(CustomId, word="keep"):
    """Leaves everything as it is."""

    what: Kept


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
    return unboxed(question, Row(button(confirmed, confirm, style), button(kept or Keep(Kept.GAME), keep)))


@on_click(Keep)
async def keep_as_it_is(context: Context, clicked: Keep) -> None:
    await context.reply.replace(kept_panel(context.words, clicked.what))


def kept_panel(words: Words, kept: Kept) -> Content:
    """Say that nothing has changed."""
    said = {
        Kept.GAME: words.say("OK, the game continues."),
        Kept.DATA: words.say("OK, nothing was deleted."),
        Kept.REST: words.say("OK, nothing has changed."),
    }[kept]
    return unboxed(said)


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


class PlayLevel(CustomId, word="level"):
    """Starts a game with the computer at ``level``. The default ruleset is the server's."""

    level: Level
    ruleset: Ruleset | None
    color: ColorChoice


def level_menu(
    words: Words, *, ruleset: Ruleset | None = None, color: ColorChoice = ColorChoice.RANDOM
) -> Select:
    """Return a menu that starts a game with the computer where the person has this ``color``."""
    options = [
        Option(PlayLevel(level, ruleset, color), level_name(words, level), level_description(words, level))
        for level in Level
    ]
    return menu(options, placeholder=words.say("Play the computer at level…"))

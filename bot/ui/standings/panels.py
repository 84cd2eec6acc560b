"""Shows a page of a leaderboard to one person, or to a whole channel."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.locale import words_for
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post
from bot.ui.message.actions import PanelAction
from bot.ui.message.content import Content, Row
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.standings.leaderboard_controls import Controls
from bot.ui.standings.shown import ShownPage

V = TypeVar("V")


def read_view(read: Callable[[str], V], clicked: PanelButton) -> V:
    """Return a button's argument, parsed by ``read``.

    Raises:
        UnknownButtonError: it's invalid.
    """
    try:
        return read(clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None


async def show_page(context: Context, shown: ShownPage[Any], *, sharable: bool = True) -> None:
    """Show a page privately, with its controls."""
    controls = Controls(
        shown.words,
        more=shown.more,
        found=shown.apart is not None,
        in_server=shown.in_server,
        sharable=sharable and bool(shown.lines),
        computer=context.services.computer.available,
    )
    chosen = await context.services.preferences.player(context.user.id)
    theme = None if chosen.without_pictures else chosen.theme
    await context.reply.private(await shown.content(theme, *controls.below(shown.view)), in_place=True)


async def shared_page(context: Context, shown: ShownPage[Any]) -> Content:
    """A page for the whole channel, with a button that opens the list privately.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    check_can_post(context)
    words = words_for(await context.public_language())
    public = replace(shown, words=words, reader_id=None, own=None)
    opened = PanelButton(shown.view.panel, PanelAction.PAGE, str(replace(shown.view, page=0)))
    row = Row(button(opened, public.label, discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(context.interaction.guild_id)).theme
    return await public.content(theme, row)


async def share_page(context: Context, shown: ShownPage[Any]) -> None:
    """Post a page in the channel. The panel stays, but loses the button for that.

    Raises:
        MissingPermissionsError: the bot can't post here.
        PrivateAnswersOnlyError: the server doesn't let anyone else see the bot's answers here.
    """
    content = await shared_page(context, shown)
    # The panel remains the answer; the page is separate.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_page(context, shown, sharable=False)

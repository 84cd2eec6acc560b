"""Shows a page of a leaderboard to one person, or to a whole channel."""

from dataclasses import replace
from typing import Any

import discord

from bot.locale import words_for
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post
from bot.ui.message.content import Content, Row
from bot.ui.standings.leaderboard_controls import Controls
from bot.ui.standings.shown import ShownPage
from bot.ui.standings.views import PageAction


async def answer_page(context: Context, shown: ShownPage[Any], action: PageAction) -> None:
    """Show a page privately, or post it in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
        PrivateAnswersOnlyError: the server doesn't let anyone else see the bot's answers here.
    """
    if action is PageAction.SHARE:
        await _share_page(context, shown)
    else:
        await show_page(context, shown)


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
    opened = replace(shown.view, page=0, action=PageAction.SHOW)
    row = Row(button(opened, public.label, discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(context.interaction.guild_id)).theme
    return await public.content(theme, row)


async def _share_page(context: Context, shown: ShownPage[Any]) -> None:
    """Post a page in the channel. The panel stays, but loses the button for that."""
    content = await shared_page(context, shown)
    # The panel remains the answer; the page is separate.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_page(context, shown, sharable=False)

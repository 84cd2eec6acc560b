"""The computer's ladder: who has beaten which level, a page at a time."""

from dataclasses import replace

import discord
from discord import ui

from bot.locale import words_for
from bot.matches.standings.leaderboard import PAGE_SIZE
from bot.matches.values.players import ThemeName
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.standings.board_controls import Controls
from bot.ui.standings.board_picture import ladder_picture
from bot.ui.standings.shown import ShownLadder
from bot.ui.standings.views import LadderView


async def show_ladder(context: Context, view: LadderView, *, sharable: bool = True) -> None:
    """Show a page of the ladder privately."""
    shown = await _shown(context, view)
    controls = Controls(
        context.words,
        more=shown.page.more,
        found=shown.apart is not None,
        in_server=context.interaction.guild_id is not None,
        sharable=sharable and bool(shown.page.rungs),
    )
    chosen = await context.services.preferences.player(context.user.id)
    theme = None if chosen.text_leaderboard else chosen.theme
    await context.reply.private(await _content(shown, theme, *controls.of_ladder(view)), in_place=True)


@on_click(PanelButton, (Panel.LADDER, PanelAction.PAGE))
async def show_ladder_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the ladder, or of that of all servers."""
    await context.admit_extra()
    await show_ladder(context, _view(clicked))


@on_click(PanelButton, (Panel.LADDER, PanelAction.SHARE))
async def share_ladder_page(context: Context, clicked: PanelButton) -> None:
    """Post the page in the channel. The panel stays, without the button for that.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    check_can_post(context)
    view, words = _view(clicked), words_for(await context.public_language())
    shown = await _shown(context, view)
    shown = replace(shown, words=words, reader_id=None, page=replace(shown.page, own=None))
    opened = PanelButton(Panel.LADDER, PanelAction.PAGE, str(replace(view, page=0)))
    row = Row(button(opened, words.gettext("Against the computer"), discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(context.interaction.guild_id)).theme
    content = await _content(shown, theme, row)
    # The panel stays the answer; the page comes beside it.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_ladder(context, view, sharable=False)


@on_click(PanelButton, (Panel.LADDER, PanelAction.FIND))
async def find_reader_on_ladder(context: Context, clicked: PanelButton) -> None:
    """Show the page that the reader is on, or else the first."""
    await context.admit_extra()
    view, guild_id = _view(clicked), context.interaction.guild_id
    first = await context.services.leaderboard.ladder(guild_id if view.here else None, context.user.id, 0)
    page = 0 if first.own is None else (first.own.rank - 1) // PAGE_SIZE
    await show_ladder(context, replace(view, page=page))


def _view(clicked: PanelButton) -> LadderView:
    try:
        return LadderView.read(clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None


async def _shown(context: Context, view: LadderView) -> ShownLadder:
    """Read a page, without the people who have left the server."""
    guild_id, reader_id = context.interaction.guild_id, context.user.id
    page = await context.services.leaderboard.ladder(guild_id if view.here else None, reader_id, view.page)
    if view.here:
        listed = [rung.player for rung in page.rungs]
        gone = await context.client.memberships.gone(context.client, context.place, listed)
        page = replace(page, rungs=tuple(rung for rung in page.rungs if rung.player.id not in gone))
    return ShownLadder(context.words, view, page, reader_id, view.here and guild_id is not None)


async def _content(shown: ShownLadder, theme: ThemeName | None, *rows: Row) -> Content:
    """A page with these rows below it: as a picture, or as text if ``theme`` is None."""
    if theme is None or not shown.page.rungs:
        return Content(layout(Box(ui.TextDisplay(shown.text), accent_colour=GOLD), *rows))
    picture = await ladder_picture(shown, theme)
    return Content(layout(Box(picture.gallery(), accent_colour=GOLD), *rows), (picture,))

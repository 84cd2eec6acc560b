"""Leaderboards of rated players, a page at a time, shown privately or shared."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.locale import words_for
from bot.matches.errors import PastTheEndError
from bot.matches.values.players import ThemeName
from bot.matches.values.standings import BoardPage, Period
from bot.ui.components.buttons import button
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.context.permissions import check_can_post
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.message.select_ids import BoardSelect
from bot.ui.standings.board_controls import Controls
from bot.ui.standings.board_picture import board_picture
from bot.ui.standings.shown import ShownBoard
from bot.ui.standings.views import BoardView
from engine import Ruleset


async def show_leaderboard(context: Context, view: BoardView, *, sharable: bool = True) -> None:
    """Show a page of a leaderboard privately."""
    page, in_server = await _read(context, view), context.interaction.guild_id is not None
    view = replace(view, page=page.page)
    shown = ShownBoard(context.words, view, page, context.user.id, in_server)
    controls = Controls(
        context.words,
        more=page.more,
        found=shown.apart is not None,
        in_server=in_server,
        sharable=sharable and bool(page.places),
    )
    chosen = await context.services.preferences.player(context.user.id)
    theme = None if chosen.text_leaderboard else chosen.theme
    await context.reply.private(await _content(shown, theme, *controls.of_board(view)), in_place=True)


async def best_players(context: Context) -> BoardView:
    """Return the leaderboard to begin with: that of provisional players where there's no one else."""
    provisional = BoardView(provisional=True)
    if (await _read(context, BoardView())).places or not (await _read(context, provisional)).places:
        return BoardView()
    return provisional


async def shared_leaderboard(context: Context, view: BoardView) -> Content:
    """A page of a leaderboard for the whole channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    check_can_post(context)
    guild_id = context.interaction.guild_id
    page = replace(await _read(context, view), own=None)
    words = words_for(await context.public_language())
    opened = PanelButton(Panel.LEADERBOARD, PanelAction.PAGE, str(replace(view, page=0)))
    row = Row(button(opened, words.gettext("Leaderboard"), discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(guild_id)).theme
    return await _content(ShownBoard(words, view, page, None, guild_id is not None), theme, row)


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.PAGE))
async def show_leaderboard_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of a leaderboard, or another leaderboard."""
    await context.admit_extra()
    await show_leaderboard(context, _view(clicked))


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.FIND))
async def find_reader(context: Context, clicked: PanelButton) -> None:
    """Show the page that the reader is on, or else the first."""
    await context.admit_extra()
    view, guild_id = _view(clicked), context.interaction.guild_id
    leaderboard, place = context.services.leaderboard, context.place
    gone = context.client.memberships.known_gone(place) if view.here else frozenset()
    found = await leaderboard.page_of(view.choice(guild_id), context.user.id, gone)
    if found is not None:
        choice, page = found
        view = replace(view, provisional=choice.provisional, page=page)
    await show_leaderboard(context, view)


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.SHARE))
async def share_leaderboard_page(context: Context, clicked: PanelButton) -> None:
    """Post the page in the channel. The panel stays, without the button for that."""
    await context.admit_extra()
    view = _view(clicked)
    content = await shared_leaderboard(context, view)
    # The panel stays the answer; the page comes beside it.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_leaderboard(context, view, sharable=False)


@on_choice(BoardSelect)
async def choose_leaderboard(context: Context, used: BoardSelect, chosen: Sequence[str]) -> None:
    """Show the leaderboard of the chosen ruleset and period."""
    await context.admit_extra()
    try:
        ruleset, period = chosen[0].split("-")
        view = replace(BoardView.read(used.view), ruleset=Ruleset(ruleset), period=Period(period))
    except ValueError:
        raise UnknownButtonError(str(used)) from None
    await show_leaderboard(context, view)


def _view(clicked: PanelButton) -> BoardView:
    try:
        return BoardView.read(clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None


async def _read(context: Context, view: BoardView) -> BoardPage:
    """Read a page, without the people who have left the server."""
    services, place, who = context.services, context.place, context.user.id
    choice, memberships = view.choice(place.guild_id), context.client.memberships
    if choice.guild_id is None:
        return await services.leaderboard.people(choice, who, view.page)
    number, found = view.page, False
    while True:
        try:
            page = await services.leaderboard.people(choice, who, number, memberships.known_gone(place))
        except PastTheEndError:
            if not found:
                raise
            # Everyone on the last page has left.
            number -= 1
            continue
        players = [line.player for line in page.places]
        found = await memberships.find_gone(context.client, place, players)
        if not found:
            return page


async def _content(shown: ShownBoard, theme: ThemeName | None, *rows: Row) -> Content:
    """A page with these rows below it: as a picture, or as text if ``theme`` is None."""
    if theme is None or not shown.page.places:
        return Content(layout(Box(ui.TextDisplay(shown.text), accent_colour=GOLD), *rows))
    picture = await board_picture(shown, theme)
    return Content(layout(Box(picture.gallery(), accent_colour=GOLD), *rows), (picture,))

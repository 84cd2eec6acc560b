"""Leaderboards of rated players, a page at a time, shown privately or shared."""

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.errors import PastTheEndError
from bot.matches.values.standings import BoardPage, Period
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.message.select_ids import BoardSelect
from bot.ui.standings.board import ShownBoard
from bot.ui.standings.panels import read_view, share_page, show_page
from bot.ui.standings.views import BoardView
from engine import Ruleset


async def best_players(context: Context) -> ShownBoard:
    """Return the leaderboard to start with: that of provisional players if there's no one else."""
    ranked = await _read(context, BoardView())
    if ranked.lines:
        return ranked
    provisional = await _read(context, BoardView(provisional=True))
    return provisional if provisional.lines else ranked


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.PAGE))
async def show_leaderboard_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of a leaderboard, or another leaderboard."""
    await context.admit_extra()
    await show_page(context, await _read(context, read_view(BoardView.read, clicked)))


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.FIND))
async def find_reader(context: Context, clicked: PanelButton) -> None:
    """Show the page that the reader is on, or else the first."""
    await context.admit_extra()
    view, guild_id = read_view(BoardView.read, clicked), context.interaction.guild_id
    leaderboard, place = context.services.leaderboard, context.place
    gone = context.client.memberships.known_gone(place) if view.here else frozenset()
    found = await leaderboard.page_of(view.choice(guild_id), context.user.id, gone)
    if found is not None:
        choice, page = found
        view = replace(view, provisional=choice.provisional, page=page)
    await show_page(context, await _read(context, view))


@on_click(PanelButton, (Panel.LEADERBOARD, PanelAction.SHARE))
async def share_leaderboard_page(context: Context, clicked: PanelButton) -> None:
    """Post the page in the channel.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    await share_page(context, await _read(context, read_view(BoardView.read, clicked)))


@on_choice(BoardSelect)
async def choose_leaderboard(context: Context, used: BoardSelect, chosen: Sequence[str]) -> None:
    """Show the leaderboard of the chosen ruleset and period."""
    await context.admit_extra()
    try:
        ruleset, period = chosen[0].split("-")
        view = replace(BoardView.read(used.view), ruleset=Ruleset(ruleset), period=Period(period))
    except ValueError:
        raise UnknownButtonError(str(used)) from None
    await show_page(context, await _read(context, view))


async def _read(context: Context, view: BoardView) -> ShownBoard:
    """Read a page, without the people who have left the server."""
    page, in_server = await _page(context, view), context.interaction.guild_id is not None
    shown_view = replace(view, page=page.page)
    return ShownBoard(context.words, shown_view, page.places, page.own, page.more, context.user.id, in_server)


async def _page(context: Context, view: BoardView) -> BoardPage:
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

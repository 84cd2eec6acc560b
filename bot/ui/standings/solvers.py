"""Who solves a server's puzzles of the day, a page at a time."""

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
from bot.ui.standings.board_picture import solvers_picture
from bot.ui.standings.shown import ShownSolvers
from bot.ui.standings.views import SolversView


async def show_solvers(context: Context, view: SolversView, *, sharable: bool = True) -> None:
    """Show a page of the solvers of the server privately.

    Raises:
        OutsideServerError: it isn't in a server.
    """
    shown, more = await _shown(context, view)
    controls = Controls(
        context.words,
        more=more,
        found=shown.apart is not None,
        in_server=True,
        sharable=sharable and bool(shown.solvers),
    )
    chosen = await context.services.preferences.player(context.user.id)
    theme = None if chosen.text_leaderboard else chosen.theme
    await context.reply.private(await _content(shown, theme, *controls.of_solvers(view)), in_place=True)


@on_click(PanelButton, (Panel.SOLVERS, PanelAction.PAGE))
async def show_solvers_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the solvers, or those of another time."""
    await context.admit_extra()
    await show_solvers(context, _view(clicked))


@on_click(PanelButton, (Panel.SOLVERS, PanelAction.SHARE))
async def share_solvers_page(context: Context, clicked: PanelButton) -> None:
    """Post the page in the channel. The panel stays, without the button for that.

    Raises:
        MissingPermissionsError: the bot can't post here.
    """
    await context.admit_extra()
    check_can_post(context)
    view, words = _view(clicked), words_for(await context.public_language())
    shown, _more = await _shown(context, view)
    opened = PanelButton(Panel.SOLVERS, PanelAction.PAGE, str(replace(view, page=0)))
    row = Row(button(opened, words.gettext("Puzzles of the day"), discord.ButtonStyle.secondary))
    theme = (await context.services.preferences.guild(context.guild_id)).theme
    content = await _content(replace(shown, words=words, reader_id=None, own=None), theme, row)
    # The panel stays the answer; the page comes beside it.
    await context.reply.acknowledge()
    await context.reply.follow_up(content)
    await show_solvers(context, view, sharable=False)


@on_click(PanelButton, (Panel.SOLVERS, PanelAction.FIND))
async def find_reader_among_solvers(context: Context, clicked: PanelButton) -> None:
    """Show the page that the reader is on, or else the first."""
    await context.admit_extra()
    view = _view(clicked)
    own = await context.services.puzzle_board.find(context.guild_id, view.period, context.user.id)
    await show_solvers(context, replace(view, page=0 if own is None else own[1] // PAGE_SIZE))


def _view(clicked: PanelButton) -> SolversView:
    try:
        return SolversView.read(clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None


async def _shown(context: Context, view: SolversView) -> tuple[ShownSolvers, bool]:
    """Read a page, without the people who have left the server, and whether another one follows."""
    board, who, guild_id = context.services.puzzle_board, context.user.id, context.guild_id
    found, more = await board.page(guild_id, view.period, page=view.page, size=PAGE_SIZE)
    own = await board.find(guild_id, view.period, who)
    listed = [solver.player for solver in found]
    gone = await context.client.memberships.gone(context.client, context.place, listed)
    solvers = tuple(solver for solver in found if solver.player.id not in gone)
    return ShownSolvers(context.words, view, solvers, None if own is None else own[0], who), more


async def _content(shown: ShownSolvers, theme: ThemeName | None, *rows: Row) -> Content:
    """A page with these rows below it: as a picture, or as text if ``theme`` is None."""
    if theme is None or not shown.solvers:
        return Content(layout(Box(ui.TextDisplay(shown.text), accent_colour=GOLD), *rows))
    picture = await solvers_picture(shown, theme)
    return Content(layout(Box(picture.gallery(), accent_colour=GOLD), *rows), (picture,))

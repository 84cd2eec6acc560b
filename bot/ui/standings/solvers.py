"""Who solves a server's puzzles of the day, a page at a time."""

from dataclasses import replace

from discord import ui

from bot.matches.standings.leaderboard import PAGE_SIZE
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, layout
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.standings.board_controls import Controls
from bot.ui.standings.board_picture import solvers_picture
from bot.ui.standings.shown import ShownSolvers
from bot.ui.standings.views import SolversView


async def show_solvers(context: Context, view: SolversView) -> None:
    """Show a page of the solvers of the server privately.

    Raises:
        OutsideServerError: it isn't in a server.
    """
    services, who, guild_id = context.services, context.user.id, context.guild_id
    found, more = await services.puzzle_board.page(guild_id, view.period, page=view.page, size=PAGE_SIZE)
    own = await services.puzzle_board.find(guild_id, view.period, who)
    gone = await context.client.memberships.gone(
        context.client, context.place, [solver.player for solver in found]
    )
    solvers = tuple(solver for solver in found if solver.player.id not in gone)
    shown = ShownSolvers(context.words, view, solvers, None if own is None else own[0], who)
    controls = Controls(
        context.words, more=more, found=shown.apart is not None, in_server=True, sharable=False
    )
    chosen = await services.preferences.player(who)
    rows = controls.of_solvers(view)
    if chosen.text_leaderboard or not solvers:
        content = Content(layout(Box(ui.TextDisplay(shown.text), accent_colour=GOLD), *rows))
    else:
        picture = await solvers_picture(shown, chosen.theme)
        content = Content(layout(Box(picture.gallery(), accent_colour=GOLD), *rows), (picture,))
    await context.reply.private(content, in_place=True)


@on_click(PanelButton, (Panel.SOLVERS, PanelAction.PAGE))
async def show_solvers_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the solvers, or those of another time."""
    await context.admit_extra()
    await show_solvers(context, _view(clicked))


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

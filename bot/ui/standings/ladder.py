"""The computer's ladder: who has beaten which level, a page at a time."""

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
from bot.ui.standings.board_picture import ladder_picture
from bot.ui.standings.shown import ShownLadder
from bot.ui.standings.views import LadderView


async def show_ladder(context: Context, view: LadderView) -> None:
    """Show a page of the ladder privately."""
    guild_id, reader_id = context.interaction.guild_id, context.user.id
    page = await context.services.leaderboard.ladder(guild_id if view.here else None, reader_id, view.page)
    if view.here:
        gone = await context.client.memberships.gone(
            context.client, context.place, [rung.player for rung in page.rungs]
        )
        page = replace(page, rungs=tuple(rung for rung in page.rungs if rung.player.id not in gone))
    shown = ShownLadder(context.words, view, page, reader_id, view.here and guild_id is not None)
    controls = Controls(
        context.words,
        more=page.more,
        found=shown.apart is not None,
        in_server=guild_id is not None,
        sharable=False,
    )
    chosen = await context.services.preferences.player(reader_id)
    rows = controls.of_ladder(view)
    if chosen.text_leaderboard or not page.rungs:
        content = Content(layout(Box(ui.TextDisplay(shown.text), accent_colour=GOLD), *rows))
    else:
        picture = await ladder_picture(shown, chosen.theme)
        content = Content(layout(Box(picture.gallery(), accent_colour=GOLD), *rows), (picture,))
    await context.reply.private(content, in_place=True)


@on_click(PanelButton, (Panel.LADDER, PanelAction.PAGE))
async def show_ladder_page(context: Context, clicked: PanelButton) -> None:
    """Show another page of the ladder, or of that of all servers."""
    await context.admit_extra()
    await show_ladder(context, _view(clicked))


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

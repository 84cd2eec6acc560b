"""Opens the opening explorer, and turns its pages."""

from typing import Final

from bot.computer.errors import ComputerFailedError, ComputerUnavailableError
from bot.matches.errors import StillWorkingError
from bot.matches.values.lines import Line
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.openings.explorer import ExplorerPage, ShowOpenings
from engine import Distances, Position, Solution

_SECONDS: Final = 2.0
"""Maximum number of seconds for the values. Those of the first moves are in the solver's book."""


async def show_openings(context: Context, line: Line, page: int = 0) -> None:
    """Privately show what's known about the moves after ``line``.

    Raises:
        UnknownButtonError: there's no such page.
    """
    await context.admit_extra()
    services, guild_id = context.services, context.interaction.guild_id
    position = line.position
    shown = ExplorerPage(
        context.words,
        line,
        (await services.preferences.player(context.user.id)).theme,
        await services.openings.moves(position, guild_id),
        await _solution(context, position),
        in_server=guild_id is not None,
    )
    if page >= shown.pages:
        raise UnknownButtonError(str(ShowOpenings(line, page)))
    await context.reply.private(await shown.content(page), in_place=True)


@on_click(ShowOpenings)
async def show_page_of_openings(context: Context, clicked: ShowOpenings) -> None:
    """Show a page of the moves after the line of the button."""
    await show_openings(context, clicked.line, clicked.page)


async def _solution(context: Context, position: Position) -> Solution | None:
    """The values of the moves, as far as they're found in a moment; None if the computer has no answer."""
    if not position.legal_moves:
        return None
    try:
        return await context.services.computer.solve(
            position, context.user.id, seconds=_SECONDS, line=False, distances=Distances.ALL
        )
    except (ComputerUnavailableError, StillWorkingError, ComputerFailedError):
        return None

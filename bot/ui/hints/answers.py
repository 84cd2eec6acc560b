"""Answers requests for a hint. One private message changes through its stages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from discord import ui

from bot.computer.errors import ComputerUnavailableError
from bot.matches.match.match import Match
from bot.matches.match.match_errors import FinishedGameError, NotYourTurnError, StaleRevisionError
from bot.matches.match.presence import check_may_have_hint, give_hint
from bot.matches.match.turns import check_player
from bot.ui.board.buttons import TakeHint
from bot.ui.board.move_buttons import check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.refusals import refusal
from bot.ui.hints.stages import ConfirmHint, ShowStage, Stage, part_panel, stages, warning_panel, whole_panel
from bot.ui.message.content import Content, layout
from engine import Distances, Move, Solution

SECONDS = 4.0
"""How many seconds the computer searches for a proven move, and for how soon it wins or how long it lasts.

After that, it suggests what looks best.
"""


@on_click(TakeHint)
async def offer_hint(context: Context, clicked: TakeHint) -> None:
    """Begin a hint for the player to move, or ask them first if it would cost them a place on the ladder.

    Raises:
        GameError: it isn't the person's turn in this game.
        HintsNotAllowedError: this game doesn't allow hints.
        ComputerUnavailableError: there is no computer on this host.
        TooBusyError: too many clicks are in progress.
        StillWorkingError, ComputerFailedError: the computer has no answer.
    """
    services, who = context.services, context.user.id
    game = await _asked(context, clicked.game)
    await context.admit_extra()
    if not services.computer.available:
        raise ComputerUnavailableError
    if len(game.position.legal_moves) == 1:
        # Everyone can see it, so it isn't help and isn't counted.
        (move,) = game.position.legal_moves
        await _show(context, game, await whole_panel(context.words, game, who, move, None))
    elif game.is_unaided:
        await _show(context, game, warning_panel(context.words, game))
    else:
        await _begin(context, game)


@on_click(ConfirmHint)
async def take_hint(context: Context, clicked: ConfirmHint) -> None:
    """Begin the hint that the person confirmed."""
    async with _in_place(context):
        await _begin(context, await _asked(context, clicked.game))


@on_click(ShowStage)
async def tell_more(context: Context, clicked: ShowStage) -> None:
    """Go on to a later stage of a hint, if the game hasn't changed since."""
    async with _in_place(context):
        game = await _asked(context, clicked.game, clicked.revision)
        check_legal(game.position, clicked.move)
        await _tell(context, game, clicked.move, clicked.stage)


async def _asked(context: Context, number: int, revision: int | None = None) -> Match:
    """The game as it stands, if the person can have a hint in it now.

    ``revision`` is that of an earlier hint, if they want to see more of it.

    Raises:
        GameError: they can't.
    """
    game = await context.services.games.get(number)
    check_may_have_hint(game, context.user.id, revision)
    return game


async def _begin(context: Context, game: Match) -> None:
    """Choose the move of a hint, count it, and show the first stage."""
    solution = await _solve(context, game)
    move = solution.best
    if move is None:
        raise ValueError(game.position)
    who, revision = context.user.id, game.revision
    noted = await context.services.games.change(game.number, lambda match, _: give_hint(match, who, revision))
    first, *_later = stages(noted.position, move)
    await _tell(context, noted, move, first, solution)


async def _tell(
    context: Context, game: Match, move: Move, stage: Stage, solution: Solution | None = None
) -> None:
    words, who = context.words, context.user.id
    if stage is not Stage.MOVE:
        content = part_panel(words, game, who, move, stage)
    else:
        content = await whole_panel(words, game, who, move, solution or await _solve(context, game))
    await _show(context, game, content)


async def _solve(context: Context, game: Match) -> Solution:
    await context.admit_extra()
    return await context.services.computer.solve(
        game.position, context.user.id, seconds=SECONDS, line=False, distances=Distances.BEST
    )


async def _show(context: Context, game: Match, content: Content) -> None:
    """Show a stage in place of the previous one, or of an earlier hint in this game."""
    await context.reply.private_about(("hint", game.number, context.user.id), content)


@asynccontextmanager
async def _in_place(context: Context) -> AsyncIterator[None]:
    """If the game has gone on, replace the hint with a sentence that says so."""
    try:
        yield
    except (FinishedGameError, NotYourTurnError, StaleRevisionError) as error:
        check_player(error.game, context.user.id)
        await context.reply.replace(Content(layout(ui.TextDisplay(refusal(context.words, error)))))

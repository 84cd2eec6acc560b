"""Opens the win trainer, and answers the clicks in it."""

from collections.abc import Sequence
from typing import Final

from bot.computer.errors import ComputerUnavailableError
from bot.matches.training.training import Progress
from bot.matches.values.lines import Line
from bot.ui.board.move_buttons import NOTHING, Choice, check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.text.words import move_text
from bot.ui.training.page import BeginTraining, ChooseInTraining, PlayInTraining, TrainingPages, TryAgain
from engine import Color, Distances, Level, Position, Ruleset, Solution, Value

_SECONDS: Final = 10.0
"""Maximum number of seconds to find out what a move is worth. The next try continues from there."""


async def begin_training(context: Context, ruleset: Ruleset) -> None:
    """Begin another attempt to win a game against level 8.

    Raises:
        ComputerUnavailableError: there is no computer on this host.
    """
    await context.admit_extra()
    if not context.services.computer.available:
        raise ComputerUnavailableError
    progress = await context.services.training.begin(context.user, ruleset)
    await _show_move(context, progress.run, Line(Position.start(ruleset)), progress)


@on_click(BeginTraining)
async def begin_again(context: Context, clicked: BeginTraining) -> None:
    """Begin another attempt with the same ruleset."""
    await begin_training(context, clicked.ruleset)


@on_click(TryAgain)
async def try_again(context: Context, clicked: TryAgain) -> None:
    """Go back to the position before the move that gave the win away."""
    await context.admit_extra()
    await _show_move(context, clicked.run, clicked.line, await _progress(context, clicked))


@on_click(ChooseInTraining)
async def choose_part(context: Context, clicked: ChooseInTraining) -> None:
    """Show what has been chosen of a move so far."""
    await context.admit_extra()
    await _show_move(context, clicked.run, clicked.line, await _progress(context, clicked), clicked.choice)


@on_click(PlayInTraining)
async def play(context: Context, clicked: PlayInTraining) -> None:
    """Play a move: level 8 replies if it keeps the win; otherwise show why it doesn't.

    Raises:
        UnknownButtonError: there is no such move.
        ComputerUnavailableError, StillWorkingError, ComputerFailedError: the computer has no answer.
    """
    await context.admit_extra()
    move = clicked.move
    check_legal(clicked.line.position, move)
    line = clicked.line.play(move)
    after = line.position
    if not after.legal_moves:
        await _end(context, clicked, line)
        return
    computer, who = context.services.computer, context.user.id
    solution = await computer.solve(after, who, seconds=_SECONDS, distances=Distances.BEST)
    if solution.value is Value.UNKNOWN:
        words = context.words
        note = words.gettext("I couldn't work out {move} in time. Please try it again.")
        progress = await _progress(context, clicked)
        await _show_move(
            context, clicked.run, clicked.line, progress, notes=[note.format(move=f"**{move_text(move)}**")]
        )
    elif solution.value is not Value.LOSS:
        await _show_mistake(context, clicked, solution)
    else:
        reply = await computer.choose(after, who, Level.EIGHT)
        await _go_on(context, clicked, line.play(reply))


async def _go_on(context: Context, clicked: PlayInTraining, line: Line) -> None:
    """Go on after a move that kept the win, and level 8's reply."""
    over = not line.position.legal_moves
    kept = (line.played + 1) // 2
    progress, counted = await _keep_win(context, clicked, kept, won=over)
    if over:
        await _show_win(context, clicked.run, line, progress, counted=counted)
    else:
        await _show_move(context, clicked.run, line, progress)


async def _end(context: Context, clicked: PlayInTraining, line: Line) -> None:
    """Show the end of the game after White's last move."""
    outcome = line.position.outcome()
    if outcome is None or outcome.winner is not Color.WHITE:
        await _show_mistake(context, clicked, None)
        return
    progress, counted = await _keep_win(context, clicked, (line.played + 1) // 2, won=True)
    await _show_win(context, clicked.run, line, progress, counted=counted)


async def _show_win(context: Context, run: int, line: Line, progress: Progress, *, counted: bool) -> None:
    pages = await _pages(context, run, line, progress)
    await context.reply.private(await pages.won(counted=counted), in_place=True)


async def _show_mistake(context: Context, clicked: PlayInTraining, solution: Solution | None) -> None:
    ruleset = clicked.line.start.ruleset
    progress = await context.services.training.lose_win(context.user.id, ruleset, clicked.run)
    pages = await _pages(context, clicked.run, clicked.line, progress)
    await context.reply.private(await pages.mistake(clicked.move, solution), in_place=True)


async def _show_move(  # noqa: PLR0913 - what there is to see
    context: Context,
    run: int,
    line: Line,
    progress: Progress,
    choice: Choice = NOTHING,
    *,
    notes: Sequence[str] = (),
) -> None:
    pages = await _pages(context, run, line, progress)
    content = await pages.move(context.icons, choice, notes=notes)
    await context.reply.private(content, in_place=True)


async def _pages(context: Context, run: int, line: Line, progress: Progress) -> TrainingPages:
    theme = (await context.services.preferences.player(context.user.id)).theme
    return TrainingPages(context.words, run, line, theme, progress)


async def _progress(context: Context, clicked: TryAgain | ChooseInTraining | PlayInTraining) -> Progress:
    return await context.services.training.progress(context.user.id, clicked.line.start.ruleset)


async def _keep_win(
    context: Context, clicked: PlayInTraining, moves: int, *, won: bool
) -> tuple[Progress, bool]:
    ruleset = clicked.line.start.ruleset
    training = context.services.training
    return await training.keep_win(context.user.id, ruleset, clicked.run, moves=moves, won=won)

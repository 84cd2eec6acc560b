"""Clicks on puzzles."""

from bot.matches.puzzles.offers import Wish
from bot.matches.puzzles.puzzles import Merit
from bot.ui.board.move_buttons import Choice, choice_of, legal_move
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import MoveAction, Panel, PanelAction, PuzzleAction
from bot.ui.message.custom_ids import PanelButton, UnknownButtonError
from bot.ui.message.practice_ids import PuzzleButton
from bot.ui.puzzles.answer import offer_first_puzzle, offer_puzzle, show_puzzle
from bot.ui.puzzles.line import answer_line_move, is_in_line, line_message, rest_message
from bot.ui.puzzles.message import answer_message, right_message, wrong_message
from bot.ui.puzzles.view import view_of
from engine import Puzzle


@on_click(PuzzleButton, PuzzleAction.OPEN)
async def open_puzzle(context: Context, clicked: PuzzleButton) -> None:
    """Show a puzzle to solve.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
    """
    await show_puzzle(context, _puzzle(context, clicked), clicked.asked)


@on_click(PuzzleButton, PuzzleAction.NEXT)
async def go_on(context: Context, clicked: PuzzleButton) -> None:
    """Show the next puzzle, with the same ruleset and the difficulty they asked for, if any.

    Raises:
        UnknownPuzzleError: there is no such puzzle to go on from.
    """
    puzzle = _puzzle(context, clicked)
    await offer_puzzle(context, Wish(puzzle.ruleset, clicked.asked, after=puzzle))


@on_click(PuzzleButton, PuzzleAction.ANSWER)
async def show_answer(context: Context, clicked: PuzzleButton) -> None:
    """Show the right move to someone who gives up.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
    """
    puzzle = _puzzle(context, clicked)
    change = await context.services.puzzles.show_answer(context.user, puzzle)
    view = await view_of(context, puzzle, clicked.asked)
    await context.reply.private(await answer_message(view, change), in_place=True)


@on_click(PuzzleButton, *MoveAction)
async def choose_or_try(context: Context, clicked: PuzzleButton) -> None:
    """Continue choosing a move, try it, or play it in the line after the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there is no such move in it.
    """
    puzzle = _puzzle(context, clicked)
    if clicked.ply:
        await _go_on_in_line(context, clicked, puzzle)
    elif clicked.action is MoveAction.MOVE:
        await _try(context, clicked, puzzle)
    else:
        await show_puzzle(context, puzzle, clicked.asked, _choice(clicked))


@on_click(PuzzleButton, PuzzleAction.PLAY)
async def play_it_out(context: Context, clicked: PuzzleButton) -> None:
    """Let someone find the moves that follow the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there are no such moves.
    """
    await _go_on_in_line(context, clicked, _puzzle(context, clicked))


@on_click(PuzzleButton, PuzzleAction.REST)
async def show_rest(context: Context, clicked: PuzzleButton) -> None:
    """Show the moves that follow the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there are no such moves.
    """
    view = await view_of(context, _puzzle(context, clicked), clicked.asked)
    if not 0 < clicked.ply <= len(view.puzzle.solution_line):
        raise UnknownButtonError(str(clicked))
    await context.reply.private(await rest_message(view, clicked.ply), in_place=True)


@on_click(PanelButton, (Panel.WELCOME, PanelAction.PUZZLE))
async def open_next_puzzle(context: Context, clicked: PanelButton) -> None:
    """Show the person a puzzle that fits them."""
    del clicked
    await offer_first_puzzle(context, None, None)


async def _try(context: Context, clicked: PuzzleButton, puzzle: Puzzle) -> None:
    move = legal_move(puzzle.position, clicked)
    attempt = await context.services.puzzles.attempt(context.user, puzzle, move, context.place.guild_id)
    view = await view_of(context, puzzle, clicked.asked)
    if attempt.merit is Merit.WRONG:
        content = await wrong_message(view, move, attempt)
    else:
        content = await right_message(view, attempt)
    await context.reply.private(content, in_place=True)


async def _go_on_in_line(context: Context, clicked: PuzzleButton, puzzle: Puzzle) -> None:
    view, icons = await view_of(context, puzzle, clicked.asked), context.icons
    if not is_in_line(view, clicked.ply):
        raise UnknownButtonError(str(clicked))
    if clicked.action is MoveAction.MOVE:
        move = legal_move(view.course[clicked.ply], clicked)
        content = await answer_line_move(view, clicked.ply, move, icons)
    elif clicked.action is PuzzleAction.PLAY:
        content = await line_message(view, clicked.ply, icons)
    else:
        content = await line_message(view, clicked.ply, icons, _choice(clicked))
    await context.reply.private(content, in_place=True)


def _puzzle(context: Context, clicked: PuzzleButton) -> Puzzle:
    return context.services.puzzles.get(clicked.puzzle)


def _choice(clicked: PuzzleButton) -> Choice:
    if not isinstance(clicked.action, MoveAction):
        raise UnknownButtonError(str(clicked))
    try:
        return choice_of(clicked.action, clicked.argument)
    except ValueError:
        raise UnknownButtonError(str(clicked)) from None

"""Clicks on puzzles."""

from bot.matches.puzzles.puzzles import Merit, Wish
from bot.ui.board.move_buttons import check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.shared_buttons import OpenAnyPuzzle
from bot.ui.puzzles.answer import offer_first_puzzle, offer_puzzle, show_puzzle
from bot.ui.puzzles.line import answer_line_move, is_in_line, line_message, rest_message
from bot.ui.puzzles.message import answer_message, right_message, wrong_message
from bot.ui.puzzles.view import (
    ChooseInPuzzle,
    NextPuzzle,
    OpenPuzzle,
    PlayItOut,
    PuzzleView,
    ShowAnswer,
    ShowRest,
    TryMove,
    view_of,
)

Clicked = OpenPuzzle | NextPuzzle | ShowAnswer | TryMove | ChooseInPuzzle | PlayItOut | ShowRest


@on_click(OpenPuzzle)
async def open_puzzle(context: Context, clicked: OpenPuzzle) -> None:
    """Show a puzzle to solve.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
    """
    await show_puzzle(context, context.services.puzzles.get(clicked.puzzle), clicked.asked)


@on_click(OpenAnyPuzzle)
async def open_next_puzzle(context: Context, clicked: OpenAnyPuzzle) -> None:
    """Show the person a puzzle that fits them."""
    del clicked
    await offer_first_puzzle(context, None, None)


@on_click(NextPuzzle)
async def go_on(context: Context, clicked: NextPuzzle) -> None:
    """Show the next puzzle, with the same ruleset and the difficulty they asked for, if any.

    Raises:
        UnknownPuzzleError: there is no such puzzle to go on from.
    """
    puzzle = context.services.puzzles.get(clicked.puzzle)
    await offer_puzzle(context, Wish(puzzle.ruleset, clicked.asked, after=puzzle))


@on_click(ShowAnswer)
async def show_answer(context: Context, clicked: ShowAnswer) -> None:
    """Show the right move to someone who gives up.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
    """
    puzzles = context.services.puzzles
    change = await puzzles.show_answer(context.user, puzzles.get(clicked.puzzle))
    content = await answer_message(await _view(context, clicked), change)
    await context.reply.private(content, in_place=True)


@on_click(TryMove)
async def try_move(context: Context, clicked: TryMove) -> None:
    """Try a move, or play it in the line after the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there is no such move in it.
    """
    if clicked.ply:
        view = await _view_in_line(context, clicked)
        check_legal(view.course[clicked.ply], clicked.move)
        content = await answer_line_move(view, clicked.ply, clicked.move, context.icons)
    else:
        content = await _tried(context, clicked)
    await context.reply.private(content, in_place=True)


@on_click(ChooseInPuzzle)
async def choose_part(context: Context, clicked: ChooseInPuzzle) -> None:
    """Show what has been chosen of a move so far.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there are no such moves.
    """
    if clicked.ply:
        view = await _view_in_line(context, clicked)
        content = await line_message(view, clicked.ply, context.icons, clicked.choice)
        await context.reply.private(content, in_place=True)
    else:
        puzzle = context.services.puzzles.get(clicked.puzzle)
        await show_puzzle(context, puzzle, clicked.asked, clicked.choice)


@on_click(PlayItOut)
async def play_it_out(context: Context, clicked: PlayItOut) -> None:
    """Let someone find the moves that follow the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there are no such moves.
    """
    view = await _view_in_line(context, clicked)
    await context.reply.private(await line_message(view, clicked.ply, context.icons), in_place=True)


@on_click(ShowRest)
async def show_rest(context: Context, clicked: ShowRest) -> None:
    """Show the moves that follow the solution.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there are no such moves.
    """
    view = await _view(context, clicked)
    if not 0 < clicked.ply <= len(view.puzzle.solution_line):
        raise UnknownButtonError(str(clicked))
    await context.reply.private(await rest_message(view, clicked.ply), in_place=True)


async def _tried(context: Context, clicked: TryMove) -> Content:
    puzzles, move = context.services.puzzles, clicked.move
    puzzle = puzzles.get(clicked.puzzle)
    check_legal(puzzle.position, move)
    attempt = await puzzles.attempt(context.user, puzzle, move, context.place.guild_id)
    view = await _view(context, clicked)
    if attempt.merit is Merit.WRONG:
        return await wrong_message(view, move, attempt)
    return await right_message(view, attempt)


async def _view(context: Context, clicked: Clicked) -> PuzzleView:
    return await view_of(context, context.services.puzzles.get(clicked.puzzle), clicked.asked)


async def _view_in_line(context: Context, clicked: TryMove | ChooseInPuzzle | PlayItOut) -> PuzzleView:
    view = await _view(context, clicked)
    if not is_in_line(view, clicked.ply):
        raise UnknownButtonError(str(clicked))
    return view

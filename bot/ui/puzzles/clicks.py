"""Clicks on puzzles."""

from bot.ui.board.move_buttons import choice_of, legal_move
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.actions import MoveAction, Panel, PanelAction, PuzzleAction
from bot.ui.message.custom_ids import PanelButton, PuzzleButton, UnknownButtonError
from bot.ui.puzzles.answer import offer_puzzle, show_puzzle, viewer_of
from bot.ui.puzzles.message import answer_message, right_message, wrong_message
from engine import Move, Puzzle


@on_click(PuzzleButton, *PuzzleAction, *MoveAction)
async def answer_puzzle_click(context: Context, clicked: PuzzleButton) -> None:
    """Open a puzzle, try a move in it, show its answer, or go on to the next one.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there is no such move in it.
    """
    puzzle = context.services.puzzles.get(clicked.puzzle)
    if clicked.action is PuzzleAction.NEXT:
        await offer_puzzle(context, puzzle.difficulty, after=puzzle)
    elif clicked.action is PuzzleAction.ANSWER:
        await _show_answer(context, puzzle)
    elif clicked.action is PuzzleAction.OPEN:
        await show_puzzle(context, puzzle)
    elif clicked.action is MoveAction.MOVE:
        await _try(context, puzzle, legal_move(puzzle.position, clicked))
    else:
        try:
            choice = choice_of(clicked.action, clicked.argument)
        except ValueError:
            raise UnknownButtonError(str(clicked)) from None
        await show_puzzle(context, puzzle, choice)


@on_click(PanelButton, (Panel.WELCOME, PanelAction.PUZZLE))
async def open_next_puzzle(context: Context, clicked: PanelButton) -> None:
    """Show the person's next puzzle, of the easiest difficulty that they haven't finished."""
    del clicked
    await offer_puzzle(context, None)


async def _try(context: Context, puzzle: Puzzle, move: Move) -> None:
    puzzles = context.services.puzzles
    solved = await puzzles.attempt(context.user, puzzle, move, context.place.guild_id)
    viewer = await viewer_of(context)
    if solved is None:
        await context.reply.private(await wrong_message(viewer, puzzle, move), in_place=True)
    else:
        await context.reply.private(await right_message(viewer, puzzle, solved), in_place=True)


async def _show_answer(context: Context, puzzle: Puzzle) -> None:
    await context.services.puzzles.show_answer(context.user, puzzle)
    viewer = await viewer_of(context)
    await context.reply.private(await answer_message(viewer, puzzle), in_place=True)

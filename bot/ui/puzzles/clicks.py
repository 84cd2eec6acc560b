"""Clicks on puzzles."""

from bot.ui.board.move_buttons import choice_of
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, player_of
from bot.ui.message.custom_ids import MoveAction, PuzzleAction, PuzzleButton, UnknownButtonError
from bot.ui.puzzles.answer import offer_puzzle, show_puzzle, viewer_of
from bot.ui.puzzles.message import answer_message, right_message, wrong_message
from engine import EngineError, Move, Puzzle


async def answer_puzzle_click(interaction: Interaction, responder: Responder, clicked: PuzzleButton) -> None:
    """Open a puzzle, try a move in it, show its answer, or go on to the next.

    Raises:
        UnknownPuzzleError: there is no such puzzle.
        UnknownButtonError: there is no such move in it.
    """
    puzzle = interaction.client.services.puzzles.get(clicked.puzzle)
    if clicked.action is PuzzleAction.NEXT:
        await offer_puzzle(interaction, responder, puzzle.difficulty, after=puzzle)
    elif clicked.action is PuzzleAction.ANSWER:
        await _show_answer(interaction, responder, puzzle)
    elif clicked.action is PuzzleAction.OPEN:
        await show_puzzle(interaction, responder, puzzle)
    elif clicked.action is MoveAction.MOVE:
        await _try(interaction, responder, puzzle, _legal_move(puzzle, clicked))
    else:
        try:
            choice = choice_of(clicked.action, clicked.argument)
        except ValueError:
            raise UnknownButtonError(str(clicked)) from None
        await show_puzzle(interaction, responder, puzzle, choice)


async def _try(interaction: Interaction, responder: Responder, puzzle: Puzzle, move: Move) -> None:
    puzzles = interaction.client.services.puzzles
    merit = await puzzles.attempt(player_of(interaction), puzzle, move)
    viewer = await viewer_of(interaction, responder)
    if merit is None:
        await responder.present(await wrong_message(viewer, puzzle, move))
    else:
        await responder.present(await right_message(viewer, puzzle, merit))


async def _show_answer(interaction: Interaction, responder: Responder, puzzle: Puzzle) -> None:
    await interaction.client.services.puzzles.show_answer(player_of(interaction), puzzle)
    viewer = await viewer_of(interaction, responder)
    await responder.present(await answer_message(viewer, puzzle))


def _legal_move(puzzle: Puzzle, clicked: PuzzleButton) -> Move:
    try:
        move = Move.parse(clicked.argument)
    except EngineError:
        raise UnknownButtonError(str(clicked)) from None
    if move not in puzzle.position.legal_moves:
        raise UnknownButtonError(str(clicked))
    return move

"""Decides whether a position is a puzzle, and how hard it is.

How hard is how much there is to look at: the positions ("nodes") that a new solver expands, without a book,
until it knows the value of every legal move. That's the same on every machine.
"""

from dataclasses import dataclass

from engine.analysis.puzzle import Difficulty, Goal
from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.solver.making.quick_wins import plies_to_win
from engine.solver.solver import Solver

__all__ = ["Grade", "grade", "may_have_one_right_move"]

_LEAST_MOVES = 4
_MEDIUM_FROM, _HARD_FROM = 500, 20_000
_SHORT = 3
_TABLE_MEGABYTES = 42
"""Of which the solver uses 32 for values. How many nodes a long search needs depends on them."""
_GOALS = {Value.WIN: Goal.WIN, Value.DRAW: Goal.SAVE}


@dataclass(frozen=True, slots=True)
class Grade:
    """Why a position is a puzzle."""

    goal: Goal
    """What its right move does."""
    solution: Move
    """The right move."""
    difficulty: Difficulty
    """How hard it's to find."""
    nodes: int
    """How many positions a new solver expands to find the values of all moves."""
    wins_at_once: bool
    """Whether the right move ends the game."""


def grade(position: Position) -> Grade | None:
    """Return the grade of a position; None if it isn't a puzzle, or one whose difficulty is misleading.

    The difficulty depends on the nodes. In addition, a medium puzzle isn't won at once, and has a wrong move
    that the opponent can't answer with a quick win, one within three plies; a hard one has no quick win
    itself, and three such wrong moves.
    """
    solution = Solver(table_megabytes=_TABLE_MEGABYTES, book=False).solve(position, line=False)
    goal = _GOALS.get(solution.value)
    if goal is None or solution.best is None or not may_have_one_right_move(solution):
        return None
    plies = plies_to_win(position, _SHORT) if goal is Goal.WIN else None
    quiet = sum(
        move != solution.best and plies_to_win(position.play(move), _SHORT) is None for move in solution.moves
    )
    difficulty = _difficulty(solution.nodes)
    least_quiet, least_plies = _DEMANDS[difficulty]
    if quiet < least_quiet or (plies is not None and plies < least_plies):
        return None
    return Grade(goal, solution.best, difficulty, solution.nodes, wins_at_once=plies == 1)


def may_have_one_right_move(solution: Solution) -> bool:
    """Return whether a position could be a puzzle, by what a search has found so far.

    It isn't if it's lost, has few legal moves, or two that are right.
    """
    values = list(solution.moves.values())
    right = solution.value if solution.value is not Value.UNKNOWN else Value.WIN
    return right is not Value.LOSS and len(values) >= _LEAST_MOVES and values.count(right) <= 1


# The least number of quiet wrong moves, and of plies to a win.
_DEMANDS = {Difficulty.EASY: (0, 1), Difficulty.MEDIUM: (1, 2), Difficulty.HARD: (3, _SHORT + 1)}


def _difficulty(nodes: int) -> Difficulty:
    if nodes < _MEDIUM_FROM:
        return Difficulty.EASY
    return Difficulty.MEDIUM if nodes < _HARD_FROM else Difficulty.HARD

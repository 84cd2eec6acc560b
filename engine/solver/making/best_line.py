"""Lines of perfect play to show to people: the winner wins fast, the loser resists for long.

`Solution.line` is perfect play as well, but its winner may take any winning move. Here the winner takes the
shortest way if the end is in sight, and the loser the longest.
"""

from collections.abc import Iterator

from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.solver.solver import Solver

__all__ = ["best_line", "plies_to_win"]

_SIGHT = 4
"""How many plies ahead an end is in sight."""


def best_line(position: Position, solver: Solver, plies: int) -> tuple[Move, ...]:
    """Return a game on from a position in which both play perfectly.

    It ends where the game does, or after this many plies. A finished position has an empty one.
    """
    return tuple(_moves(position, solver, plies))


def plies_to_win(position: Position, limit: int) -> int | None:
    """Return in how few plies the player to move can force a win; None if it takes more than `limit`.

    0 means that they have already won.
    """
    return next((plies for plies in range(limit + 1) if _wins_within(position, plies)), None)


def _moves(position: Position, solver: Solver, plies: int) -> Iterator[Move]:
    for _ in range(plies):
        move = _shown_move(position, solver)
        if move is None:
            return
        yield move
        position = position.play(move)


def _shown_move(position: Position, solver: Solver) -> Move | None:
    solution = solver.solve(position, line=False)
    if solution.best is None:
        return None
    if solution.value is Value.WIN:
        return _quickest_win(position) or solution.best
    if solution.value is Value.LOSS:
        return _longest_resistance(position, solution)
    return solution.best


def _quickest_win(position: Position) -> Move | None:
    plies = plies_to_win(position, _SIGHT)
    if plies is None:
        return None
    return next(move for move in position.legal_moves if _loses_within(position.play(move), plies - 1))


def _longest_resistance(position: Position, solution: Solution) -> Move:
    def resistance(move: Move) -> tuple[int, bool]:
        plies = plies_to_win(position.play(move), _SIGHT - 1)
        return _SIGHT if plies is None else plies, move == solution.best

    return max(position.legal_moves, key=resistance)


def _wins_within(position: Position, plies: int) -> bool:
    """Return whether the player to move can force a win in this many plies."""
    legal = position.legal_moves
    if not legal:
        outcome = position.outcome()
        return outcome is not None and outcome.winner is position.turn
    return plies > 0 and any(_loses_within(position.play(move), plies - 1) for move in legal)


def _loses_within(position: Position, plies: int) -> bool:
    """Return whether the player to move loses within this many plies, whatever they play."""
    legal = position.legal_moves
    if not legal:
        outcome = position.outcome()
        return outcome is not None and outcome.winner is position.turn.opponent
    return plies > 0 and all(_wins_within(position.play(move), plies - 1) for move in legal)

"""Perfect play: of the moves that keep the value, those that leave the opponent the fewest good replies."""

from collections.abc import Iterable, Sequence
from time import monotonic

from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.solver.proof_search import Key
from engine.solver.solver import Solver

__all__ = ["SECONDS", "perfect_moves"]

SECONDS = 2.0
"""How long to look for the best of the moves that keep the value, if nothing else is said."""

_MOST_SECONDS = 120.0
"""After this many seconds a move is played whether or not its value is known. The hardest known positions
took about twenty, without the book."""

_SECONDS_BETWEEN_LOOKS = 1.0


def perfect_moves(
    position: Position,
    moves: Sequence[Move],
    solver: Solver,
    seconds: float = SECONDS,
) -> Sequence[Move]:
    """Return the best moves; nothing that was found out distinguishes between them.

    They keep the value of the position, however long it takes to be sure of that, up to two minutes. Of those
    moves, they leave the opponent the fewest replies that keep the value, as far as this is known within
    `seconds` from the start; a reply of unknown value counts as one. Then they leave the opponent the most
    other ones.

    Args:
        position: A position in which the game is on.
        moves: Some of its legal moves, among which one keeps the value.
        solver: The solver to ask.
        seconds: How long the comparison may take.
    """
    until = monotonic() + seconds
    solution = _solution(position, solver, seconds)
    if solution.value is Value.UNKNOWN and solution.best is not None:
        return [solution.best]
    keeping = [move for move in moves if solution.moves[move] is solution.value]
    return _hardest_to_answer(position, keeping, solver, until)


def _solution(position: Position, solver: Solver, seconds: float) -> Solution:
    """Return a solution in which the value and a move that keeps it are known, unless that takes too long."""
    latest = monotonic() + _MOST_SECONDS
    solution = solver.solve(position, seconds=seconds, line=False)
    while not _knows_a_move(solution) and monotonic() < latest:
        solution = solver.solve(position, seconds=_SECONDS_BETWEEN_LOOKS, line=False)
    return solution


def _knows_a_move(solution: Solution) -> bool:
    return solution.value is not Value.UNKNOWN and solution.value in solution.moves.values()


def _hardest_to_answer(
    position: Position,
    moves: Sequence[Move],
    solver: Solver,
    until: float,
) -> Sequence[Move]:
    groups = sorted(_alike(position, moves), key=lambda group: len(position.play(group[0]).legal_moves))
    if len(groups) == 1:
        return groups[0]
    ranked = []
    for number, group in enumerate(groups):
        share = max(0.0, until - monotonic()) / (len(groups) - number)
        ranked.append((_replies(position.play(group[0]), solver, share), group))
    fewest = min(replies for replies, _ in ranked)
    return [move for replies, group in ranked if replies == fewest for move in group]


def _alike(position: Position, moves: Iterable[Move]) -> Iterable[list[Move]]:
    """Return the moves in groups; all moves in a group lead to the same future."""
    groups: dict[object, list[Move]] = {}
    for move in moves:
        after = position.play(move)
        groups.setdefault(Key.of(after).identity if after.legal_moves else move, []).append(move)
    return groups.values()


def _replies(after: Position, solver: Solver, seconds: float) -> tuple[int, int]:
    """Return how many replies keep the value, as far as is known, and how many do not, negated.

    The end of the game counts as a single reply: no one can go wrong any longer.
    """
    if not after.legal_moves:
        return 1, 0
    solution = solver.solve(after, seconds=seconds, line=False)
    good = sum(value in (solution.value, Value.UNKNOWN) for value in solution.moves.values())
    return good, good - len(solution.moves)

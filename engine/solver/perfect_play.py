"""Perfect play: the fastest win, the longest defense, or the draw that's hardest to answer."""

from collections.abc import Mapping, Sequence
from time import monotonic, process_time

from engine.analysis.value import Distance, Distances, Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.solver.proof_search import alike
from engine.solver.solver import Solver

__all__ = ["SECONDS", "keeping_moves", "perfect_moves"]

SECONDS = 2.0
"""How many seconds of the processor to spend on the best of the moves that keep the value, by default."""

_CLOCK = 4.0
"""On a busy machine, that may take up to this many times as long on the clock."""

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

    They keep the value of the position, however long it takes to be sure of that, up to two minutes. Of the
    moves that win they're the fastest, and of those that lose the longest defense that leaves the fewest
    winning replies, as far as this is known within ``seconds`` from the start. Of the moves that draw they
    leave the opponent the fewest replies that keep the draw, and then the most other ones; a reply of unknown
    value counts as keeping it.

    Args:
        position: A position in which the game is on.
        moves: Some of its legal moves, among which one keeps the value.
        solver: The solver to ask.
        seconds: How much time of the processor the comparison may take.
    """
    time = _Time(seconds)
    solution = _solution(position, solver, time)
    if solution.best is None or solution.value is Value.UNKNOWN:
        return moves if solution.best is None else [solution.best]
    if solution.value is Value.LOSS:
        return _twins(position, solution.best)
    keeping = [move for move in moves if solution.moves[move] is solution.value]
    if solution.value is Value.WIN:
        return _fastest(keeping, solution.distances)
    return _hardest_to_answer(position, keeping, solver, time)


def keeping_moves(position: Position, moves: Sequence[Move], solver: Solver) -> Sequence[Move]:
    """Return the moves that are known to keep the value of the position.

    If none is known to after eight seconds, it's the most promising one.

    Args:
        position: A position in which the game is on.
        moves: Some of its legal moves, among which one keeps the value.
        solver: The solver to ask.
    """
    solution = solver.solve(position, seconds=SECONDS * _CLOCK, line=False)
    keeping = [move for move in moves if solution.moves[move] is solution.value is not Value.UNKNOWN]
    return keeping or [move for move in moves if move == solution.best] or moves


class _Time:
    """What's left of some seconds of the processor, which may take longer on the clock."""

    def __init__(self, seconds: float) -> None:
        self._processor = process_time() + seconds
        self._clock = monotonic() + seconds * _CLOCK

    @property
    def left(self) -> float:
        return max(0.0, min(self._processor - process_time(), self._clock - monotonic()))


def _solution(position: Position, solver: Solver, time: _Time) -> Solution:
    """Return a solution in which the value and a move that keeps it are known, unless that takes too long.

    The time is spent on the distance.
    """
    latest = monotonic() + _MOST_SECONDS
    solution = _look(position, solver, time.left)
    while monotonic() < latest:
        if time.left and not _knows_best(solution):
            solution = _look(position, solver, time.left)
        elif not _knows_a_move(solution):
            solution = _look(position, solver, _SECONDS_BETWEEN_LOOKS)
        else:
            break
    return solution


def _look(position: Position, solver: Solver, seconds: float) -> Solution:
    return solver.solve(position, seconds=seconds, line=False, distances=Distances.BEST)


def _knows_best(solution: Solution) -> bool:
    """Return whether more time would find no better move among those that win or lose."""
    if solution.value is Value.DRAW:
        return True
    distance, best = solution.distance, solution.best
    return distance is not None and best is not None and solution.distances[best].exact == distance.exact


def _twins(position: Position, move: Move) -> Sequence[Move]:
    """Return the moves that lead to the same future as a legal move."""
    return next(group for group in alike(position, position.legal_moves) if move in group)


def _fastest(moves: Sequence[Move], distances: Mapping[Move, Distance]) -> Sequence[Move]:
    fewest = min(distances[move].at_most for move in moves)
    return [move for move in moves if distances[move].at_most == fewest]


def _knows_a_move(solution: Solution) -> bool:
    return solution.value is not Value.UNKNOWN and solution.value in solution.moves.values()


def _hardest_to_answer(
    position: Position,
    moves: Sequence[Move],
    solver: Solver,
    time: _Time,
) -> Sequence[Move]:
    groups = sorted(alike(position, moves), key=lambda group: len(position.play(group[0]).legal_moves))
    if len(groups) == 1:
        return groups[0]
    ranked = []
    for number, group in enumerate(groups):
        share = time.left / (len(groups) - number)
        ranked.append((_replies(position.play(group[0]), solver, share), group))
    fewest = min(replies for replies, _ in ranked)
    return [move for replies, group in ranked if replies == fewest for move in group]


def _replies(after: Position, solver: Solver, seconds: float) -> tuple[int, int]:
    """Return how many replies keep the value, as far as is known, and how many don't, negated.

    The end of the game counts as a single reply: no one can go wrong any longer.
    """
    if not after.legal_moves:
        return 1, 0
    solution = solver.solve(after, seconds=seconds, line=False)
    good = sum(value in (solution.value, Value.UNKNOWN) for value in solution.moves.values())
    return good, good - len(solution.moves)

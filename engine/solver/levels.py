"""The computer players: `choose` plays a move on any level. `docs/solver.md` explains how, and how well.

This module loads the kernel, and so ends the choice of a folder for its compiled code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.analysis.level import Level
from engine.board.move import Move
from engine.board.piece import Colour
from engine.game.outcome import Reason
from engine.game.position import Position
from engine.solver.evaluation import evaluate
from engine.solver.perfect_play import SECONDS, perfect_moves
from engine.solver.proof_search import WHITE_AT_LEAST_DRAWS, WHITE_WINS, Budget, Key, ProofSearch
from engine.solver.solver import Solver

__all__ = ["choose", "sensible_moves"]

_MEGABYTES = 1
"""Size of the table that is made for each move, so that strength does not depend on earlier searches."""


@dataclass(frozen=True, slots=True)
class _Strength:
    """How a player below the highest level sees a move.

    Attributes:
        nodes: How many positions they search to see that a move wins, and again to see that it loses.
        noise: The standard deviation of their error about how good a move looks, in eighths of a Tower.
        wish: 1 if they play what looks best, -1 if they play what looks worst.
    """

    nodes: int
    noise: float
    wish: int = 1


# Found by trial; benchmarks/levels.py measures the distances.
_STRENGTHS = {
    Level.ONE: _Strength(nodes=0, noise=2.0, wish=-1),
    Level.TWO: _Strength(nodes=0, noise=16.0),
    Level.THREE: _Strength(nodes=0, noise=2.0),
    Level.FOUR: _Strength(nodes=10, noise=2.5),
    Level.FIVE: _Strength(nodes=60, noise=1.5),
    Level.SIX: _Strength(nodes=500, noise=1.0),
    Level.SEVEN: _Strength(nodes=5_000, noise=0.7),
}


def choose(
    position: Position,
    level: Level,
    *,
    solver: Solver,
    random: Random,
    seconds: float = SECONDS,
) -> Move:
    """Return the move that a level plays.

    Every level takes a win in one, and completes no Tower for the opponent's third if another move is legal.
    The same `random` gives the same move, on the highest level as far as the seconds suffice.

    Args:
        position: A position in which the game is on.
        level: How well to play.
        solver: What the highest level asks; the others do without.
        random: What decides if the level leaves a choice.
        seconds: How long the highest level may look for the best of the moves that keep the value.

    Raises:
        ValueError: The game is over.

    >>> from random import Random
    >>> position = Position.replay("pyrga", "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2".split())
    >>> str(choose(position, Level.ONE, solver=Solver(table_megabytes=16), random=Random(1)))
    'Sd2'
    """
    moves = sensible_moves(position)
    if len(moves) == 1:
        return moves[0]
    if level is Level.EIGHT:
        return random.choice(perfect_moves(position, moves, solver, seconds))
    return _choose_by_looks(position, moves, _STRENGTHS[level], random)


def sensible_moves(position: Position) -> Sequence[Move]:
    """Return the moves that any level considers, in list order.

    These are the moves that win at once; if there are none, the moves that don't complete the opponent's
    third Tower; if there are none either, all of them.

    Raises:
        ValueError: The game is over.
    """
    if not position.legal_moves:
        raise ValueError(f"no move is left: {position}")
    outcomes = {move: position.play(move).outcome() for move in position.legal_moves}
    winning = [move for move, outcome in outcomes.items() if outcome and outcome.winner is position.turn]
    losing = {
        move
        for move, outcome in outcomes.items()
        if outcome and outcome.reason is Reason.THREE_TOWERS and outcome.winner is not position.turn
    }
    return winning or [move for move in outcomes if move not in losing] or list(outcomes)


def _choose_by_looks(
    position: Position,
    moves: Sequence[Move],
    strength: _Strength,
    random: Random,
) -> Move:
    search = ProofSearch(_MEGABYTES)
    seen: dict[tuple[int, int], int] = {}

    def rank(move: Move) -> tuple[int, float]:
        after = position.play(move)
        looks = strength.wish * evaluate(after) + random.gauss(0, strength.noise)
        if not strength.nodes or not after.legal_moves:
            return 0, looks
        key = Key.of(after).identity
        if key not in seen:
            seen[key] = _seen_result(after, search, strength.nodes)
        return seen[key], looks

    return max(moves, key=rank)


def _seen_result(after: Position, search: ProofSearch, nodes: int) -> int:
    """Return 1 or -1 if this many positions show that the player who moved last wins or loses, else 0."""
    white_wins = search.answer(after, WHITE_WINS, Budget(nodes))
    white_loses = search.answer(after, WHITE_AT_LEAST_DRAWS, Budget(nodes)) is False
    result = int(white_wins is True) - int(white_loses)
    return result if after.turn is Colour.BLACK else -result

"""The computer players: ``choose`` plays a move on any level. ``docs/solver.md`` says how, and how well.

This module loads the kernel, and so ends the choice of a folder for its compiled code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.analysis.level import Level
from engine.board.move import Move
from engine.game.outcome import Reason
from engine.game.position import Position
from engine.solver.evaluation import evaluate
from engine.solver.perfect_play import SECONDS, keeping_moves, perfect_moves
from engine.solver.solver import Solver

__all__ = ["choose", "sensible_moves"]


@dataclass(frozen=True, slots=True)
class _Strength:
    """How a player below the highest level finds a move."""

    slips: float
    """How often they go by looks alone, from 0 to 1. Otherwise they play a move that keeps the value."""
    noise: float
    """The standard deviation of their error about how good a move looks, in eighths of a Tower."""
    wish: int = 1
    """1 if they play what looks best, -1 if they play what looks worst."""


# Found by trial; benchmarks/levels.py measures the distances.
_STRENGTHS = {
    Level.ONE: _Strength(slips=1.0, noise=100.0, wish=-1),
    Level.TWO: _Strength(slips=1.0, noise=90.0),
    Level.THREE: _Strength(slips=1.0, noise=8.0),
    Level.FOUR: _Strength(slips=0.88, noise=3.0),
    Level.FIVE: _Strength(slips=0.42, noise=2.5),
    Level.SIX: _Strength(slips=0.2, noise=2.0),
    Level.SEVEN: _Strength(slips=0.075, noise=2.0),
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
    The same ``random`` gives the same move, on the highest level as far as the seconds suffice.

    Args:
        position: A position in which the game is on.
        level: How well to play.
        solver: What to ask about exact values; the lowest levels do without.
        random: What decides if the level leaves a choice.
        seconds: How long the highest level may look for the best of the moves that keep the value.

    Raises:
        ValueError: the game is over.

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
    strength = _STRENGTHS[level]
    if random.random() >= strength.slips:
        moves = keeping_moves(position, moves, solver)
    return max(
        moves,
        key=lambda move: strength.wish * evaluate(position.play(move)) + random.gauss(0, strength.noise),
    )


def sensible_moves(position: Position) -> Sequence[Move]:
    """Return the moves that any level considers, in list order.

    These are the moves that win at once; if there are none, the moves that don't complete the opponent's
    third Tower; if there are none either, all of them.

    Raises:
        ValueError: the game is over.
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

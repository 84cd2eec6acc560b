"""Games between strong players who slip now and then, in which positions with one right move come up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.analysis.puzzle import Goal
from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.making.grading import may_have_one_right_move
from engine.solver.solver import Solver

__all__ = ["Turn", "strong_game"]

_OPENING = 4
"""How many plies of a game are played at random, so that games differ."""
_SLIPS = 0.15
_GAMES_WITH_WINS_THAT_SLIP_AWAY = 0.6
"""The share of games in which a won position is drawn if a move allows it. Few other late positions are."""
_NODES_OF_PLAYERS = 20_000

_GOALS = {Value.WIN: {Goal.WIN}, Value.DRAW: {Goal.SAVE}, Value.UNKNOWN: set(Goal)}


@dataclass(frozen=True, slots=True)
class Turn:
    """A position of a game, and which goals a puzzle made of it could have, as far as the players know."""

    moves: tuple[Move, ...]
    """The game so far."""
    position: Position
    """The position after it."""
    goals: frozenset[Goal]
    """The goals; none if it can't be a puzzle."""


def strong_game(ruleset: Ruleset, player: Solver, random: Random) -> Iterator[Turn]:
    """Yield the turns of a game that's played well after a random opening, with slips."""
    position = Position.start(ruleset)
    wins_slip_away = random.random() < _GAMES_WITH_WINS_THAT_SLIP_AWAY
    played: tuple[Move, ...] = ()
    while legal := position.legal_moves:
        moves: Sequence[Move] = legal
        if position.ply >= _OPENING:
            solution = player.solve(position, nodes=_NODES_OF_PLAYERS, line=False)
            one_right = may_have_one_right_move(solution)
            yield Turn(played, position, frozenset(_GOALS[solution.value]) if one_right else frozenset())
            if random.random() >= _SLIPS:
                moves = _good_moves(solution, wins_slip_away=wins_slip_away)
        move = random.choice(moves)
        played, position = (*played, move), position.play(move)


def _good_moves(solution: Solution, *, wins_slip_away: bool) -> list[Move]:
    value = solution.value
    if value is Value.UNKNOWN:
        return [solution.best] if solution.best else []
    if wins_slip_away and value is Value.WIN and Value.DRAW in solution.moves.values():
        value = Value.DRAW
    return [move for move, value_of_move in solution.moves.items() if value_of_move is value]

"""The compiled rules against the readable ones."""

from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Color, Direction, Outcome, Position, Ruleset, perft
from engine.board.bitboard import SLOT_OF
from engine.solver.kernel import rules
from engine.solver.proof_search import rules_of, slots
from tests.engine.games import random_positions

pytestmark = pytest.mark.thorough

GAMES = 300


@pytest.mark.default
@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_same_number_of_positions_follow_the_start(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    for depth in (1, 2, 3, 4):
        assert rules.perft(rules_of(ruleset), *slots(start), depth) == perft(start, depth)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_same_number_of_positions_follow_those_of_random_games(ruleset: Ruleset) -> None:
    random = Random(1)
    for _ in range(GAMES // 10):
        for position in random_positions(ruleset, random):
            assert rules.perft(rules_of(ruleset), *slots(position), 2) == perft(position, 2)


def legal_by_the_kernel(position: Position) -> int:
    own, other, _ = slots(position)
    move = position.last_move
    assert move is not None
    direction = 0 if move.direction is None else list(Direction).index(move.direction)
    demanded = int(rules.DEMAND[SLOT_OF[move.number].bit_length() - 1, direction])
    legal = rules.answers(demanded, own | other, rules.held(own))
    return legal & ~rules.barred(rules_of(position.ruleset), position.ply, own)


def value_by_the_kernel(position: Position) -> int:
    own, other, _ = slots(position)
    return rules.final_value(rules_of(position.ruleset), own, other)


def value_for_mover(position: Position, outcome: Outcome) -> int:
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner is position.turn else -1


def towers(position: Position) -> int:
    return max(len(position.towers(color)) for color in Color)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_moves_and_outcomes_of_random_games_are_the_same(ruleset: Ruleset) -> None:
    random = Random(2)
    counted = 0
    for _ in range(GAMES):
        for position in random_positions(ruleset, random)[1:]:
            outcome = position.outcome()
            if outcome is None or towers(position) < 3:
                assert legal_by_the_kernel(position) == slots(position)[2]
            if outcome is not None and towers(position) < 3:
                assert value_by_the_kernel(position) == value_for_mover(position, outcome)
                counted += 1
    assert counted > 10

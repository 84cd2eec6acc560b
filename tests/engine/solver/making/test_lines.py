"""How a game continues after each move in a puzzle."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Position, Ruleset, Value
from engine.solver import Solver
from engine.solver.making.lines import perfect_line
from engine.solver.making.quick_wins import plies_to_win
from tests.engine.solver.naive_solver import late_positions

WON = ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e", "Td2s", "Cd1", "Sd1", "Cd2", "Sd2"]


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=16, cache_folder=cache_folder, book=False)


def test_nothing_follows_the_end(solver: Solver) -> None:
    assert perfect_line(Position.replay("pyrga", WON), solver) == ()


@pytest.mark.parametrize("ruleset", Ruleset)
def test_both_play_perfectly_to_the_end(ruleset: Ruleset, solver: Solver) -> None:
    for position in late_positions(ruleset, Random(10), 20, 16):
        end = position
        for move in perfect_line(position, solver):
            end = end.play(move)
        outcome = end.outcome()
        assert outcome is not None
        value = Value.DRAW if outcome.winner is None else Value.LOSS
        if outcome.winner is position.turn:
            value = Value.WIN
        assert solver.solve(position, line=False).value is value


def test_a_win_in_sight_takes_as_long_as_the_loser_can_hold_out(solver: Solver) -> None:
    seen = set()
    for position in late_positions(Ruleset.PYRGA, Random(11), 80, 20):
        plies = plies_to_win(position, 4)
        if plies is not None:
            assert len(perfect_line(position, solver)) == plies
            seen.add(plies)
    assert {1, 3} <= seen

"""What counts as a puzzle, and how hard it is."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Goal, Position, Ruleset, Value
from engine.solver import Solver
from engine.solver.making.grading import grade, may_have_one_right_move
from engine.solver.making.quick_wins import plies_to_win
from tests.engine.solver.naive_solver import late_positions

pytestmark = pytest.mark.thorough

GOALS = {Value.WIN: Goal.WIN, Value.DRAW: Goal.SAVE}


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=16, cache_folder=cache_folder, book=False)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_a_late_position_is_a_puzzle_exactly_if_only_one_of_four_or_more_moves_is_right(
    ruleset: Ruleset,
    solver: Solver,
) -> None:
    found = 0
    for position in late_positions(ruleset, Random(12), 50, 20):
        solution = solver.solve(position, line=False)
        right = [move for move, value in solution.moves.items() if value is solution.value]
        graded = grade(position)
        if len(solution.moves) < 4 or len(right) > 1 or solution.value is Value.LOSS:
            assert graded is None
        elif graded is not None:
            found += 1
            assert (graded.solution, graded.goal) == (right[0], GOALS[solution.value])
            assert graded.wins_at_once is (plies_to_win(position, 1) == 1)
    assert found >= 2


def test_a_search_that_knows_too_little_leaves_the_question_open() -> None:
    position = Position.replay("classic", ["Sa1", "Tb1e", "Sc1", "Tc2w"])
    solution = Solver(table_megabytes=1, book=False).solve(position, nodes=1, line=False)
    assert solution.value is Value.UNKNOWN
    assert may_have_one_right_move(solution) is (len(position.legal_moves) >= 4)

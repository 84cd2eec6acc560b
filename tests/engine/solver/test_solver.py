"""Values of positions, through the public interface."""

from collections import Counter
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from pathlib import Path

from engine import Color, Move, Position, Reason, Ruleset
from engine.solver import Solution, Solver, Value
from tests.engine.games import random_positions
from tests.engine.solver.naive_solver import Values, late_positions, naive_values

pytestmark = pytest.mark.thorough

VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}
WON = ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e", "Td2s", "Cd1", "Sd1", "Cd2", "Sd2"]
START = Position.start()


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=32, cache_folder=cache_folder)


@pytest.fixture(scope="module")
def bookless(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=64, cache_folder=cache_folder, book=False)


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize(("number", "ply"), [(600, 27), (400, 25), (100, 23)])
def test_late_values_match_exhaustive_search(
    solver: Solver,
    ruleset: Ruleset,
    number: int,
    ply: int,
) -> None:
    for position in late_positions(ruleset, Random(ply), number, ply):
        seen: Values = {}
        value = naive_values(position, seen)
        solution = solver.solve(position, line=False)
        assert solution.value is VALUES[value], position
        assert solution.guess is solution.value
        assert solution.moves == {
            move: VALUES[-seen[position.play(move)]] for move in position.legal_moves
        }, position


def test_a_stuck_player_loses_in_pilotis(solver: Solver) -> None:
    random, stuck = Random(3), 0
    while stuck < 30:
        *_, before, last = random_positions(Ruleset.PILOTIS, random)
        outcome = last.outcome()
        if outcome is not None and outcome.reason is Reason.STUCK:
            stuck += 1
            assert last.last_move is not None
            assert solver.solve(last).value is Value.LOSS
            assert solver.solve(before).moves[last.last_move] is Value.WIN


def result_of(solution: Solution, position: Position) -> Value:
    """Return how the line proposed by a solution ends, for the player to move in `position`."""
    mover = position.turn
    for move in solution.line:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return Value.DRAW
    return Value.WIN if outcome.winner is mover else Value.LOSS


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_line_begins_with_the_best_move_and_ends_with_the_value(solver: Solver, ruleset: Ruleset) -> None:
    for position in late_positions(ruleset, Random(4), 60, 18):
        solution = solver.solve(position)
        assert solution.line[0] == solution.best
        assert solution.moves[solution.line[0]] is solution.value
        assert result_of(solution, position) is solution.value


def test_a_finished_game_has_the_value_of_its_outcome(solver: Solver) -> None:
    solution = solver.solve(Position.replay("pyrga", WON))
    assert solution.value is Value.LOSS
    assert (dict(solution.moves), solution.best, solution.line, solution.nodes) == ({}, None, (), 0)


def test_values_of_moves_are_in_order_and_the_best_is_the_value_of_the_position(solver: Solver) -> None:
    for position in late_positions(Ruleset.CLASSIC, Random(5), 50, 20):
        moves = solver.solve(position, line=False).moves
        assert list(moves) == list(position.legal_moves)
        best = next(value for value in Value if value in moves.values())
        assert solver.solve(position, line=False).value is best


def test_with_a_node_limit_the_value_is_unknown_and_the_guess_is_deterministic(cache_folder: Path) -> None:
    solutions = []
    for _ in range(2):
        fresh = Solver(table_megabytes=16, cache_folder=cache_folder, book=False)
        solutions.append(fresh.solve(START, nodes=5_000))
    first, second = solutions
    assert first == second
    assert first.value is Value.UNKNOWN
    assert set(first.moves.values()) == {Value.UNKNOWN}
    assert first.guess is not Value.UNKNOWN
    assert first.best in START.legal_moves
    assert (first.line, first.nodes) == ((), 5_000)


def test_without_time_the_value_is_unknown(bookless: Solver) -> None:
    solution = bookless.solve(START, seconds=0)
    assert solution.value is Value.UNKNOWN
    assert solution.nodes == 0


def test_an_immediate_win_is_seen_without_a_search(bookless: Solver) -> None:
    solution = bookless.solve(Position.replay("pyrga", WON[:-1]), nodes=0)
    assert (solution.value, str(solution.best)) == (Value.WIN, WON[-1])


def test_a_search_that_was_stopped_never_says_anything_wrong(solver: Solver) -> None:
    found: Counter[bool] = Counter()
    for position in late_positions(Ruleset.PILOTIS, Random(6), 40, 18):
        exact = solver.solve(position, line=False)
        fresh = Solver(table_megabytes=1, book=False)
        for _ in range(6):
            stopped = fresh.solve(position, nodes=40)
            assert stopped.value in {Value.UNKNOWN, exact.value}
            for move, value in stopped.moves.items():
                assert value in {Value.UNKNOWN, exact.moves[move]}
                found[value is exact.moves[move]] += 1
    # Some values were found before the search was stopped, and some weren't.
    assert min(found[True], found[False]) > 100


def test_results_are_kept_for_the_next_search(bookless: Solver) -> None:
    position = Position.replay("classic", ["Sa1", "Cb1", "Sb1", "Ca1"])
    first = bookless.solve(position)
    assert first.value is Value.WIN
    assert bookless.solve(position).nodes < first.nodes / 10


@pytest.mark.default
def test_a_search_under_other_rules_does_not_use_earlier_results(cache_folder: Path) -> None:
    one_for_all = Solver(table_megabytes=16, cache_folder=cache_folder, book=False)
    differing = 0
    for position in late_positions(Ruleset.PILOTIS, Random(7), 200, 26):
        moved = Position.parse(str(position).replace("pilotis", "classic"))
        values = [naive_values(each, {}) for each in (position, moved)]
        assert [one_for_all.solve(each).value for each in (position, moved)] == [
            VALUES[value] for value in values
        ]
        differing += values[0] != values[1]
    assert differing


def test_a_table_that_is_much_too_small_does_not_make_values_wrong(
    solver: Solver, cache_folder: Path
) -> None:
    small = Solver(table_megabytes=1, cache_folder=cache_folder, book=False)
    for position in late_positions(Ruleset.PYRGA, Random(8), 10, 12):
        assert small.solve(position, line=False).moves == solver.solve(position, line=False).moves


def test_a_table_needs_a_size() -> None:
    with pytest.raises(ValueError, match="at least 1 megabyte"):
        Solver(table_megabytes=0)


FIRST_MOVES = {
    "Sa1": 1, "Sb2": 0, "Ca1": 0, "Cb1": 0, "Cb2": 1, "Tb1w": 1, "Tb2s": 0,
    "Ta1n": -1, "Tb1n": -1, "Tb1e": -1, "Tb2n": -1,
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", Ruleset)
def test_first_moves_have_the_values_that_an_independent_program_found(
    bookless: Solver, ruleset: Ruleset
) -> None:
    known = FIRST_MOVES | {"Sb1": 0 if ruleset is Ruleset.PYRGA else 1}
    start = Position.start(ruleset)
    for text, value in known.items():
        after = start.play(Move.parse(text))
        assert after.turn is Color.BLACK
        assert bookless.solve(after, line=False).value is VALUES[-value]

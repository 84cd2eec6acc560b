"""The puzzles, solved again, and the command that makes them."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import (
    Difficulty,
    Goal,
    Move,
    Position,
    Puzzle,
    Ruleset,
    Value,
    parse_puzzles,
    print_puzzles,
    puzzles,
)
from engine.analysis.puzzle import play_text
from engine.solver import Solver
from engine.solver.making import lines
from engine.solver.making.grading import Grade, grade
from engine.solver.making.puzzles import main, make_first_puzzles, make_puzzles
from engine.solver.proof_search import Key

pytestmark = pytest.mark.thorough

VALUES = {Goal.WIN: Value.WIN, Goal.SAVE: Value.DRAW}
SAMPLE = Random(1).sample(puzzles(), 24)


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=64, cache_folder=cache_folder, book=False)


def check_line(position: Position, line: tuple[Move, ...], solver: Solver) -> None:
    """Check that every move of a line keeps the value of its position."""
    for move in line:
        solution = solver.solve(position, line=False)
        assert solution.moves[move] is solution.value, (str(position), str(move))
        position = position.play(move)


def check(puzzle: Puzzle, solver: Solver) -> None:
    """Check that only the solution reaches the goal, and that everything shown is perfect play."""
    position = puzzle.position
    solution = solver.solve(position, line=False)
    assert solution.value is VALUES[puzzle.goal], puzzle.number
    right = [move for move, value in solution.moves.items() if value is solution.value]
    assert right == [puzzle.solution], puzzle.number
    check_line(position, (puzzle.solution, *puzzle.solution_line), solver)
    for wrong, line in puzzle.refutations.items():
        assert puzzle.value_of(wrong) is solver.solve(position.play(wrong), line=False).value.reversed
        check_line(position.play(wrong), line, solver)


def check_grade(puzzle: Puzzle) -> None:
    graded = Grade(puzzle.goal, puzzle.solution, puzzle.difficulty, puzzle.nodes, puzzle.wins_at_once)
    assert grade(puzzle.position) == graded, puzzle.number


@pytest.mark.parametrize("puzzle", [pytest.param(puzzle, id=puzzle.number) for puzzle in SAMPLE])
def test_one_move_reaches_the_goal_and_everything_shown_is_perfect_play(
    puzzle: Puzzle,
    solver: Solver,
) -> None:
    check(puzzle, solver)


@pytest.mark.parametrize("puzzle", [pytest.param(puzzle, id=puzzle.number) for puzzle in SAMPLE[:8]])
def test_the_difficulty_follows_the_rule(puzzle: Puzzle) -> None:
    check_grade(puzzle)


def test_no_two_puzzles_have_the_same_future() -> None:
    assert len({Key.of(puzzle.position).identity for puzzle in puzzles()}) == len(puzzles())


def test_the_command_is_deterministic(tmp_path: Path) -> None:
    texts = []
    for name in ("first.txt", "second.txt"):
        output = tmp_path / name
        assert main(["--first", "0", "--number", "2", "--seed", "5", "--output", str(output)]) == 0
        texts.append(output.read_text(encoding="ascii"))
    assert texts[0] == texts[1]
    assert Counter(puzzle.ruleset for puzzle in parse_puzzles(texts[0])) == dict.fromkeys(Ruleset, 2)


def test_existing_puzzles_stay_and_only_missing_ones_are_made(tmp_path: Path) -> None:
    known, output = tmp_path / "known.txt", tmp_path / "puzzles.txt"
    kept = [next(puzzle for puzzle in puzzles() if puzzle.ruleset is ruleset) for ruleset in Ruleset]
    known.write_text(print_puzzles(kept[1:]), encoding="ascii")
    made = ["--first", "0", "--number", "1", "--seed", "6", "--keep", str(known), "--output", str(output)]
    assert main(made) == 0
    together = parse_puzzles(output.read_text(encoding="ascii"))
    (new,) = (puzzle for puzzle in together if puzzle not in kept[1:])
    assert new.ruleset is kept[0].ruleset
    assert len(together) == len(kept)


def test_beginners_get_as_many_wins_in_two_turns_as_are_missing() -> None:
    kept = [
        next(each for each in puzzles() if each.is_easy_win_in(1) and each.ruleset is rules)
        for rules in Ruleset
    ]
    made = list(make_first_puzzles(1, seed=8, kept=kept))
    assert [(each.ruleset, each.is_easy_win_in(2)) for each in made] == [
        (ruleset, True) for ruleset in Ruleset
    ]
    for puzzle in made:
        check_grade(puzzle)


def test_no_difficulty_and_goal_gets_more_than_its_share() -> None:
    made = list(make_puzzles(4, seed=7))
    for ruleset in Ruleset:
        kinds = Counter((each.difficulty, each.goal) for each in made if each.ruleset is ruleset)
        assert list(kinds.values()) == [1] * 4


def test_lines_are_remade_exactly_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    some = [puzzle for puzzle in puzzles() if puzzle.difficulty is Difficulty.EASY][:3]
    without = [
        replace(each, play=play_text(each.moves, each.solution, dict.fromkeys(each.position.legal_moves, ())))
        for each in some
    ]
    file.write_text(print_puzzles(without), encoding="ascii")
    assert lines.main([str(file)]) == 0
    assert parse_puzzles(file.read_text(encoding="ascii")) == tuple(some)


@pytest.mark.soak
def test_all_puzzles_are_sound(solver: Solver) -> None:
    for puzzle in puzzles():
        check(puzzle, solver)
        check_grade(puzzle)

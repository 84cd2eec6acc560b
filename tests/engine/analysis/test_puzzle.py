"""The puzzles of the package, without a solver: their file, and that they can be played."""

import doctest
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine import (
    Difficulty,
    Goal,
    Move,
    Outcome,
    Position,
    Puzzle,
    PuzzleFileError,
    Ruleset,
    parse_puzzles,
    print_puzzles,
    puzzles,
)

PAGE = Path(__file__).parents[3] / "docs" / "puzzles.md"
PLIES_SHOWN = 8
WINS = tuple(puzzle for puzzle in puzzles() if puzzle.goal is Goal.WIN)[:3]
TEXT = print_puzzles(WINS)
BODY = TEXT.partition("\n")[2]


def file_of(body: str) -> str:
    """A file with a matching checksum."""
    return f"pyrga-puzzles 1 {hashlib.sha256(body.encode()).hexdigest()}\n{body}"


def end_of(position: Position, moves: Sequence[Move]) -> Outcome | None:
    for move in moves:
        position = position.play(move)
    return position.outcome()


def lines(puzzle: Puzzle) -> Iterator[tuple[Move, tuple[Move, ...]]]:
    """Every legal move that the puzzle knows, with what follows it."""
    yield puzzle.solution, puzzle.solution_line
    yield from puzzle.refutations.items()


def test_there_are_three_hundred_and_a_hundred_of_each_difficulty() -> None:
    assert len(puzzles()) >= 300
    numbers = Counter(puzzle.difficulty for puzzle in puzzles())
    assert all(numbers[difficulty] >= 100 for difficulty in Difficulty)
    both = Counter((puzzle.difficulty, puzzle.goal) for puzzle in puzzles())
    assert all(both[difficulty, goal] >= 30 for difficulty in Difficulty for goal in Goal)


def test_every_ruleset_has_some_and_pyrga_most() -> None:
    rulesets = Counter(puzzle.ruleset for puzzle in puzzles())
    assert rulesets.most_common(1)[0][0] is Ruleset.PYRGA
    assert all(rulesets[ruleset] >= 30 for ruleset in Ruleset)


def test_numbers_are_short_and_unique() -> None:
    numbers = [puzzle.number for puzzle in puzzles()]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch("[a-z0-9]{1,8}", number) for number in numbers)


def test_no_puzzle_is_the_image_of_another_under_any_ruleset() -> None:
    boards = {str(puzzle.position.canonical()).partition(" ")[2] for puzzle in puzzles()}
    assert len(boards) == len(puzzles())


def test_they_come_from_the_easiest_to_the_hardest() -> None:
    order = list(Difficulty)
    difficulties = [order.index(puzzle.difficulty) for puzzle in puzzles()]
    assert difficulties == sorted(difficulties)
    nodes = [puzzle.nodes for puzzle in puzzles()]
    assert nodes == sorted(nodes)


def test_hard_ones_are_earlier_in_the_game_than_easy_ones() -> None:
    plies = {
        difficulty: sorted(len(puzzle.moves) for puzzle in puzzles() if puzzle.difficulty is difficulty)
        for difficulty in Difficulty
    }
    middle = [plies[difficulty][len(plies[difficulty]) // 2] for difficulty in Difficulty]
    assert middle == sorted(middle, reverse=True)
    assert middle[0] - middle[-1] >= 6


def test_few_are_won_at_once_and_every_one_leaves_a_choice() -> None:
    won_at_once = [puzzle for puzzle in puzzles() if puzzle.wins_at_once]
    assert all(puzzle.position.play(puzzle.solution).outcome() for puzzle in won_at_once)
    assert len(won_at_once) <= 10
    assert {puzzle.difficulty for puzzle in won_at_once} <= {Difficulty.EASY}
    assert all(len(puzzle.position.legal_moves) >= 4 for puzzle in puzzles())


def test_a_puzzle_answers_every_legal_move_and_no_other() -> None:
    for puzzle in puzzles():
        wrong = [move for move in puzzle.position.legal_moves if move != puzzle.solution]
        assert len(wrong) == len(puzzle.position.legal_moves) - 1
        assert list(puzzle.refutations) == wrong, puzzle.number


def test_what_follows_a_move_is_legal_and_stops_at_the_end_or_where_it_is_cut() -> None:
    for puzzle in puzzles():
        for move, line in lines(puzzle):
            outcome = end_of(puzzle.position.play(move), line)
            assert (outcome is None) <= (len(line) == PLIES_SHOWN), (puzzle.number, str(move))


def test_if_a_line_ends_the_game_the_result_is_what_the_puzzle_says() -> None:
    ends = 0
    for puzzle in puzzles():
        mover = puzzle.position.turn
        for move, line in lines(puzzle):
            outcome = end_of(puzzle.position.play(move), line)
            if outcome is not None:
                ends += 1
                reached = outcome.winner is mover or (puzzle.goal is Goal.SAVE and outcome.winner is None)
                assert reached is (move == puzzle.solution), (puzzle.number, str(move))
    assert ends > len(puzzles())


def test_to_save_is_to_draw_and_no_more() -> None:
    draws = 0
    for puzzle in puzzles():
        if puzzle.goal is Goal.SAVE:
            outcome = end_of(puzzle.position.play(puzzle.solution), puzzle.solution_line)
            assert outcome is None or outcome.winner is None
            draws += outcome is not None
    assert draws > 0


def test_a_printed_file_is_read_back() -> None:
    assert parse_puzzles(TEXT) == WINS
    assert print_puzzles(parse_puzzles(TEXT)) == TEXT
    assert parse_puzzles(print_puzzles([])) == ()


@pytest.mark.parametrize("text", ["", "pyrga-puzzles", "pyrga-puzzles 2 0\n", "\n" + TEXT])
def test_another_file_is_told_from_one_of_puzzles(text: str) -> None:
    with pytest.raises(PuzzleFileError, match="line 1: this is not a file of puzzles"):
        parse_puzzles(text)


@pytest.mark.parametrize("damaged", [TEXT[:-1], TEXT.replace(" easy ", " hard ", 1), TEXT + "\n"])
def test_any_change_is_seen_by_the_checksum(damaged: str) -> None:
    with pytest.raises(PuzzleFileError, match="line 1: the checksum is not that of the lines below"):
        parse_puzzles(damaged)


@pytest.mark.parametrize(
    ("found", "put"),
    [
        (" easy ", " simple "),
        (" | ", " "),
        (" / ", " /  / "),
        (" / ", " / Ta1w / "),
        ("easy win", "easy lose"),
        ("easy win", "easy win some"),
    ],
)
def test_a_line_that_is_no_puzzle_is_named(found: str, put: str) -> None:
    first, _, rest = BODY.partition("\n")
    damaged = rest.replace(found, put, 1)
    assert damaged != rest
    with pytest.raises(PuzzleFileError, match="this is not a puzzle") as caught:
        parse_puzzles(file_of(f"{first}\n{damaged}"))
    assert (caught.value.line, caught.value.problem) == (3, "this is not a puzzle")


def test_the_examples_of_the_page_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0

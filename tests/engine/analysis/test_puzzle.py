"""The puzzles of the package, without a solver: their file, and whether they can be played."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

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
    Value,
    parse_puzzles,
    print_puzzles,
    puzzles,
)
from engine.board.move import MOVES

WINS = tuple(puzzle for puzzle in puzzles() if puzzle.goal is Goal.WIN)[:3]
SAMPLE = puzzles()[::10]
TEXT = print_puzzles(WINS)
BODY = TEXT.partition("\n")[2]


def file_of(body: str) -> str:
    """Return a file with a matching checksum."""
    return f"pyrga-puzzles 2 {hashlib.sha256(body.encode()).hexdigest()}\n{body}"


def end_of(position: Position, moves: Sequence[Move]) -> Outcome | None:
    for move in moves:
        position = position.play(move)
    return position.outcome()


def lines(puzzle: Puzzle) -> Iterator[tuple[Move, tuple[Move, ...]]]:
    """Yield every legal move that the puzzle knows, with what follows it."""
    yield puzzle.solution, puzzle.solution_line
    yield from puzzle.refutations.items()


@pytest.mark.parametrize("ruleset", Ruleset)
def test_every_ruleset_has_a_thousand_of_every_difficulty_and_goal(ruleset: Ruleset) -> None:
    kinds = Counter((each.difficulty, each.goal) for each in puzzles() if each.ruleset is ruleset)
    assert sum(kinds.values()) >= 1000
    assert all(kinds[difficulty, goal] >= 50 for difficulty in Difficulty for goal in Goal)


def test_numbers_are_short_and_unique() -> None:
    numbers = [puzzle.number for puzzle in puzzles()]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch("[a-z0-9]{1,8}", number) for number in numbers)


def test_no_puzzle_is_the_image_of_another_under_any_ruleset() -> None:
    boards = {str(puzzle.position.canonical()).partition(" ")[2] for puzzle in puzzles()}
    assert len(boards) == len(puzzles())


def test_they_are_ordered_from_easiest_to_hardest() -> None:
    order = list(Difficulty)
    difficulties = [order.index(puzzle.difficulty) for puzzle in puzzles()]
    assert difficulties == sorted(difficulties)
    nodes = [puzzle.nodes for puzzle in puzzles()]
    assert nodes == sorted(nodes)


def test_hard_ones_are_from_earlier_in_the_game_than_easy_ones() -> None:
    plies = {
        difficulty: sorted(len(puzzle.moves) for puzzle in puzzles() if puzzle.difficulty is difficulty)
        for difficulty in Difficulty
    }
    middle = [plies[difficulty][len(plies[difficulty]) // 2] for difficulty in Difficulty]
    assert middle == sorted(middle, reverse=True)
    assert middle[0] - middle[-1] >= 6


def test_beginners_have_fifty_wins_in_one_turn_and_in_two_and_every_puzzle_leaves_a_choice() -> None:
    won_at_once = [puzzle for puzzle in puzzles() if puzzle.wins_at_once]
    assert all(puzzle.position.play(puzzle.solution).outcome() for puzzle in won_at_once)
    assert all(puzzle.is_easy_win_in(1) for puzzle in won_at_once)
    easy = Counter(
        (puzzle.ruleset, turns) for puzzle in puzzles() for turns in (1, 2) if puzzle.is_easy_win_in(turns)
    )
    assert set(easy) == set(product(Ruleset, (1, 2)))
    assert min(easy.values()) >= 50
    assert all(len(puzzle.position.legal_moves) >= 4 for puzzle in puzzles())


def test_a_puzzle_answers_every_legal_move_and_no_others() -> None:
    for puzzle in puzzles():
        wrong = [move for move in puzzle.position.legal_moves if move != puzzle.solution]
        assert len(wrong) == len(puzzle.position.legal_moves) - 1
        assert list(puzzle.refutations) == wrong, puzzle.number


def test_the_line_after_a_move_leads_to_the_result_it_is_worth() -> None:
    for puzzle in SAMPLE:
        mover = puzzle.position.turn
        for move, line in lines(puzzle):
            outcome = end_of(puzzle.position.play(move), line)
            assert outcome is not None, (puzzle.number, str(move))
            ends = {mover: Value.WIN, mover.opponent: Value.LOSS, None: Value.DRAW}
            assert puzzle.value_of(move) is ends[outcome.winner], (puzzle.number, str(move))


def test_only_the_solution_reaches_the_goal() -> None:
    for puzzle in SAMPLE:
        values = {move: puzzle.value_of(move) for move in puzzle.position.legal_moves}
        best = Value.WIN if puzzle.goal is Goal.WIN else Value.DRAW
        assert [move for move, value in values.items() if value is best] == [puzzle.solution]
        assert puzzle.goal is Goal.WIN or set(values.values()) == {Value.DRAW, Value.LOSS}
    with pytest.raises(KeyError):
        WINS[0].value_of(next(move for move in MOVES if move not in WINS[0].position.legal_moves))


def test_a_printed_file_is_read_back() -> None:
    assert parse_puzzles(TEXT) == WINS
    assert print_puzzles(parse_puzzles(TEXT)) == TEXT
    assert parse_puzzles(print_puzzles([])) == ()


@pytest.mark.parametrize("text", ["", "pyrga-puzzles", "pyrga-puzzles 1 0\n", "\n" + TEXT])
def test_a_file_that_does_not_have_puzzles_is_recognized(text: str) -> None:
    with pytest.raises(PuzzleFileError, match="line 1: this is not a file of puzzles"):
        parse_puzzles(text)


@pytest.mark.parametrize("damaged", [TEXT[:-1], TEXT.replace(" easy ", " hard ", 1), TEXT + "\n"])
def test_the_checksum_detects_any_change(damaged: str) -> None:
    with pytest.raises(PuzzleFileError, match="line 1: the checksum is not that of the lines below"):
        parse_puzzles(damaged)


@pytest.mark.parametrize(
    ("found", "put"),
    [
        (" easy ", " simple "),
        (" | ", " "),
        (" / ", " /  / "),
        (" / ", " / Ta1 / "),
        ("easy win", "easy lose"),
        ("easy win", "easy win some"),
    ],
)
def test_the_error_about_an_invalid_puzzle_says_which_line(found: str, put: str) -> None:
    first, _, rest = BODY.partition("\n")
    damaged = rest.replace(found, put, 1)
    assert damaged != rest
    with pytest.raises(PuzzleFileError, match="this is not a puzzle") as caught:
        parse_puzzles(file_of(f"{first}\n{damaged}"))
    assert (caught.value.line, caught.value.problem) == (3, "this is not a puzzle")

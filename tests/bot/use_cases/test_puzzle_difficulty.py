"""How difficult a puzzle is: what's guessed of it at first, and what people's tries say later."""

import pytest

from bot.store.puzzles.puzzles import PuzzleRatingRow
from bot.use_cases.puzzles.attempts import ENOUGH_ATTEMPTS, difficulty_of
from engine import Difficulty, puzzles

pytestmark = pytest.mark.quick

PUZZLE, MEDIUM, HARD = puzzles()[0], 1300.0, 1700.0


def tried(rating: float, attempts: int = ENOUGH_ATTEMPTS) -> PuzzleRatingRow:
    return PuzzleRatingRow(PUZZLE.number, rating, 60.0, 0.06, attempts)


@pytest.mark.parametrize(
    ("rating", "difficulty"),
    [
        (100.0, Difficulty.EASY),
        (MEDIUM - 0.1, Difficulty.EASY),
        (MEDIUM, Difficulty.MEDIUM),
        (HARD - 0.1, Difficulty.MEDIUM),
        (HARD, Difficulty.HARD),
        (3000.0, Difficulty.HARD),
    ],
)
def test_a_puzzle_that_many_have_tried_is_as_difficult_as_it_was_for_them(
    rating: float, difficulty: Difficulty
) -> None:
    assert difficulty_of(PUZZLE, tried(rating)) is difficulty


@pytest.mark.parametrize("row", [None, tried(3000.0, ENOUGH_ATTEMPTS - 1)])
def test_until_then_its_difficulty_is_guessed(row: PuzzleRatingRow | None) -> None:
    assert difficulty_of(PUZZLE, row) is PUZZLE.difficulty

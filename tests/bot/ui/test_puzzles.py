"""The messages of puzzles: what they say, and that Discord accepts them."""

from datetime import date
from itertools import chain

import pytest

from bot.locale import words_for
from bot.matches.puzzles.daily_puzzles import DailyPuzzle, Subscription
from bot.matches.puzzles.puzzles import Merit, Solved, Tally
from bot.matches.values.badges import Badge
from bot.matches.values.players import ThemeName
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, mode
from bot.ui.message.actions import MoveAction
from bot.ui.message.custom_ids import PuzzleButton, parse
from bot.ui.message.icons import NO_ICONS
from bot.ui.puzzles.daily_puzzles import daily_card
from bot.ui.puzzles.message import (
    Viewer,
    answer_message,
    finished_message,
    puzzle_message,
    right_message,
    wrong_message,
)
from bot.ui.puzzles.words import progress_line
from engine import Difficulty, Kind, Puzzle, Space, puzzles
from tests.bot.ui.discord_limits import (
    BUTTON,
    check,
    check_against_description,
    payload,
    walk,
)

WORDS = words_for("en-GB")
PROGRESS = {Difficulty.EASY: Tally(10, 110), Difficulty.MEDIUM: Tally(2, 120), Difficulty.HARD: Tally(0, 110)}
ADA = Viewer(WORDS, ThemeName.AEGEAN, PROGRESS)
SOME = puzzles()[:: max(1, len(puzzles()) // 20)]
WIDE = [puzzle for puzzle in puzzles() if mode(puzzle.position, NOTHING) is Mode.GRID][:3]


def daily(puzzle: Puzzle, solvers: int | None = None) -> DailyPuzzle:
    subscription = Subscription(10, 20, "en-GB", ThemeName.LIMESTONE)
    return DailyPuzzle(subscription, date(2026, 3, 1), puzzle, solvers)


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.number)
async def test_everything_about_a_puzzle_is_accepted(puzzle: Puzzle) -> None:
    task = await puzzle_message(ADA, puzzle, NO_ICONS)
    enabled = [
        part
        for part in walk(payload(task)["data"]["components"])
        if part["type"] == BUTTON and not part.get("disabled")
    ]
    clicked = [button for part in enabled if isinstance(button := parse(part["custom_id"]), PuzzleButton)]
    assert len(clicked) == len(enabled)
    assert {button.puzzle for button in clicked} == {puzzle.number}
    offered = {button.argument for button in clicked if button.action is MoveAction.MOVE}
    assert offered <= {str(move) for move in puzzle.position.legal_moves}
    check(task)
    check(await answer_message(ADA, puzzle))
    check(await right_message(ADA, puzzle, Solved(Merit.SHOWN_BEFORE, 30, tuple(Badge))))
    longest = max(puzzle.refutations, key=lambda move: len(puzzle.refutations[move]))
    shortest = min(puzzle.refutations, key=lambda move: len(puzzle.refutations[move]))
    for move in {longest, shortest}:
        check(await wrong_message(ADA, puzzle, move))
    check(await daily_card(daily(puzzle, 3)))


@pytest.mark.parametrize("puzzle", WIDE, ids=lambda puzzle: puzzle.number)
async def test_every_choice_in_a_wide_puzzle_is_accepted(puzzle: Puzzle) -> None:
    for choice in chain(map(Choice, Kind), (Choice(Kind.TRIANGLE, space) for space in Space)):
        check(await puzzle_message(ADA, puzzle, NO_ICONS, choice))


def test_the_end_of_all_puzzles_is_accepted() -> None:
    check(finished_message(ADA, Difficulty.EASY, SOME[-2:]))
    check(finished_message(ADA, None, []))


async def test_puzzles_agree_with_discords_description() -> None:
    puzzle = SOME[0]
    wrong = next(iter(puzzle.refutations))
    for content in (
        await puzzle_message(ADA, puzzle, NO_ICONS),
        await wrong_message(ADA, puzzle, wrong),
        await right_message(ADA, puzzle, Solved(Merit.SOLVED)),
        await daily_card(daily(puzzle)),
        finished_message(ADA, Difficulty.EASY, SOME[-2:]),
    ):
        check_against_description(content)


def test_every_puzzle_has_a_refutation_for_every_other_move() -> None:
    for puzzle in puzzles():
        assert {puzzle.solution, *puzzle.refutations} == set(puzzle.position.legal_moves), puzzle.number


def test_progress_is_one_small_line() -> None:
    assert progress_line(WORDS, PROGRESS) == (
        "-# You've solved 12 of 340 puzzles · easy 10/110 · medium 2/120 · hard 0/110"
    )

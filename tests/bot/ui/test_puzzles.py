"""The messages of puzzles: what they say, and that Discord accepts them."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.locale import words_for
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, mode
from bot.ui.message.custom_ids import decode
from bot.ui.message.icons import NO_ICONS
from bot.ui.puzzles.solving import daily_card
from bot.ui.puzzles.view import (
    FIRST_PLY,
    PuzzleView,
    TryMove,
    answer_message,
    finished_message,
    line_message,
    puzzle_message,
    rest_message,
    right_message,
    wrong_message,
)
from bot.ui.puzzles.words import record_line, refutation, solved_by, task
from bot.use_cases.puzzles.attempts import Again, SolvedToday, SolverChange
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzle, LastPuzzle, Solvers, Subscription
from bot.use_cases.puzzles.puzzles import Attempt, Merit, PuzzleRecord, PuzzleTraits
from bot.values.badges import Badge
from bot.values.players import Player, ThemeName
from bot.values.standings import DailyStreak
from engine import Difficulty, Kind, Puzzle, Space, puzzles
from tests.bot.ui.discord_limits import BUTTON, check, check_against_description, parts_of

WORDS = words_for("en-GB")
RECORD = PuzzleRecord(3006, 1234, 1300, 900, 17, 42, 1512.0, 80.0)
SOME = puzzles()[:: max(1, len(puzzles()) // 20)]
WIDE = [puzzle for puzzle in puzzles()[-100:] if mode(puzzle.position, NOTHING) is Mode.SPACE][:3]
AGAIN = Again(2, datetime(2026, 3, 8, tzinfo=UTC))
CHANGE = SolverChange(before=1500.0, after=1489.0, deviation=150.0, streak=12)
LATE = 20
"""Before so many moves, games end with a third Tower only."""
SOLVERS = Solvers(12, tuple((Player(number, "*" * 32), 12) for number in range(10)))


def seen(puzzle: Puzzle, asked: Difficulty | None = Difficulty.MEDIUM) -> PuzzleView:
    traits = PuzzleTraits(Difficulty.MEDIUM, 1432.0, 20)
    return PuzzleView(WORDS, ThemeName.AEGEAN, RECORD, puzzle, traits, asked)


def daily(puzzle: Puzzle, *, is_over: bool = False) -> DailyPuzzle:
    subscription = Subscription(10, 20, "en-GB", ThemeName.LIMESTONE)
    last = LastPuzzle(puzzle, 20, 30, 3)
    return DailyPuzzle(
        subscription, date(2026, 3, 1), puzzle, Difficulty.HARD, last, SOLVERS, is_over=is_over
    )


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.number)
async def test_everything_about_a_puzzle_is_accepted(puzzle: Puzzle) -> None:
    view = seen(puzzle)
    asking = await puzzle_message(view, NO_ICONS)
    enabled = [part for part in parts_of(asking, BUTTON) if not part.get("disabled")]
    clicked: list[Any] = [decode(part["custom_id"]) for part in enabled]
    assert {button.puzzle for button in clicked} == {puzzle.number}
    assert {button.asked for button in clicked} == {Difficulty.MEDIUM}
    offered = {button.move for button in clicked if isinstance(button, TryMove)}
    assert offered <= {*puzzle.position.legal_moves}
    check(asking)
    check(await answer_message(view, Attempt(Merit.WRONG, CHANGE, AGAIN)))
    today = SolvedToday(30, DailyStreak(30, 2), used=2, earned=True)
    check(await right_message(view, Attempt(Merit.SHOWN_BEFORE, CHANGE, AGAIN, today, tuple(Badge))))
    longest = max(puzzle.refutations, key=lambda move: len(puzzle.refutations[move]))
    shortest = min(puzzle.refutations, key=lambda move: len(puzzle.refutations[move]))
    for move in {longest, shortest}:
        check(await wrong_message(view, move, Attempt(Merit.WRONG, CHANGE, AGAIN)))
    for ply in range(FIRST_PLY, len(puzzle.solution_line) + 1, 2):
        check(await line_message(view, ply, NO_ICONS))
        check(await rest_message(view, ply))
    check(await daily_card(daily(puzzle), computer=True))
    check(await daily_card(daily(puzzle, is_over=True), computer=True))


@pytest.mark.parametrize("puzzle", WIDE, ids=lambda puzzle: puzzle.number)
async def test_every_choice_in_a_wide_puzzle_is_accepted(puzzle: Puzzle) -> None:
    for choice in [Choice(kind, space) for kind in (None, Kind.TRIANGLE) for space in Space]:
        check(await puzzle_message(seen(puzzle), NO_ICONS, choice))


def test_the_end_of_all_puzzles_is_accepted() -> None:
    check(finished_message(WORDS, RECORD, Difficulty.EASY, dict(zip(Difficulty, SOME, strict=False))))
    check(finished_message(WORDS, RECORD, None, {}))


async def test_puzzles_agree_with_discords_description() -> None:
    puzzle = SOME[0]
    view, wrong = seen(puzzle), next(iter(puzzle.refutations))
    for content in (
        await puzzle_message(view, NO_ICONS),
        await wrong_message(view, wrong, Attempt(Merit.WRONG)),
        await right_message(view, Attempt(Merit.FIRST_TRY)),
        await daily_card(daily(puzzle), computer=True),
        finished_message(WORDS, RECORD, Difficulty.EASY, {Difficulty.HARD: SOME[-1]}),
    ):
        check_against_description(content)


def test_every_puzzle_has_a_refutation_for_every_other_move() -> None:
    for puzzle in puzzles():
        assert {puzzle.solution, *puzzle.refutations} == set(puzzle.position.legal_moves), puzzle.number


def test_a_record_is_one_small_line() -> None:
    assert record_line(WORDS, RECORD) == (
        "-# You've solved 1,234 of 3,006 puzzles · 69% on the first try · streak 17 (best 42) · rating 1512"
    )
    assert record_line(WORDS, PuzzleRecord(3006)) == "-# You've solved 0 of 3,006 puzzles"


def explained(puzzle: Puzzle) -> list[str]:
    """Return what's said of each move of a puzzle, the right one first, without signs."""
    said = [solved_by(WORDS, puzzle), *(refutation(WORDS, puzzle, move) for move in puzzle.refutations)]
    return [re.sub(r"\*\*\W+[a-d][1-4]\*\*", "X", each) for each in said]


def test_a_wrong_move_is_described_by_what_it_does() -> None:
    begins = {each.partition(".")[0] for puzzle in SOME for each in explained(puzzle)[1:]}
    assert begins <= {
        "Not quite: X only draws",
        "Not quite: X loses",
    }


@pytest.mark.thorough
def test_what_a_move_of_a_puzzle_does_is_explained_in_at_most_two_sentences_without_a_list_of_moves() -> None:
    for puzzle in puzzles()[::10]:
        for said in explained(puzzle):
            does, *why = re.findall(r"[^.]+\.", said)
            assert "X" in does, (puzzle.number, said)
            assert len(why) <= 2, (puzzle.number, said)
            assert said.count("X") <= 3, (puzzle.number, said)


def test_why_a_move_is_wrong_says_what_happens_then_and_not_which_move_is_right() -> None:
    for puzzle in SOME:
        for said in explained(puzzle)[1:]:
            assert re.search("White|Black|It ends|It completes", said), (puzzle.number, said)
            assert "only move that" not in said, (puzzle.number, said)


def test_the_first_puzzles_say_how_soon_they_are_won_and_the_answer_says_how() -> None:
    first = next(puzzle for puzzle in puzzles() if puzzle.is_easy_win_in(1) and len(puzzle.moves) < LATE)
    assert task(WORDS, first) == f"{first.position.turn.value.title()} to play and win at once."
    assert explained(first)[0] == "X wins at once. It completes a third Tower, which wins the game."
    second = next(puzzle for puzzle in puzzles() if puzzle.is_easy_win_in(2))
    assert task(WORDS, second).endswith(" to play and win by their next turn.")

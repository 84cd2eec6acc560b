"""The pages of a review, held against what Discord accepts, and the words on them."""

from dataclasses import replace
from itertools import product

import pytest

from bot.locale import words_for
from bot.matches.values.games import Game
from bot.matches.values.players import Player, ThemeName
from bot.ui.review.page import ReviewPages, pages_of, progress_page
from bot.ui.review.words import accuracy_line, judged, move_line
from bot.ui.text.alt_text import review_text
from engine import Accuracy, Colour, Judgement, Move, Outcome, Reason, Review, ReviewedMove, Start, Value
from tests.bot.ui.discord_limits import (
    TEXT,
    check,
    check_against_description,
    payload,
    walk,
)
from tests.bot.ui.examples import game

WORDS = words_for("en-GB")
WIN, DRAW, LOSS, UNKNOWN = Value.WIN, Value.DRAW, Value.LOSS, Value.UNKNOWN
LONG_NAME = Player(2**63 - 1, "*" * 32)
TRIANGLES = tuple(Move.parse(f"Tc2{direction}") for direction in "nesw")
MOST_MOVES = 30


def reviewed(before: Value, after: Value, *, decision: bool = True) -> ReviewedMove:
    best = TRIANGLES if before is not after and UNKNOWN not in (before, after) else ()
    return ReviewedMove(TRIANGLES[0], before, after, decision, best)


def finished(outcome: Outcome | None = None) -> Game:
    """A finished game with the longest possible names and number."""
    ended = outcome or Outcome(Colour.WHITE, Reason.COUNT_1)
    return replace(game(outcome=ended, number=2**63 - 1), white=LONG_NAME, black=LONG_NAME)


# A win thrown away with every move: nothing makes longer lines.
WILDEST = Review(tuple(reviewed(WIN, LOSS) for _ in range(MOST_MOVES)))
REVIEWS = {
    "wildest": WILDEST,
    "quiet": Review(tuple(reviewed(DRAW, DRAW, decision=False) for _ in range(MOST_MOVES))),
    "unknown": Review(tuple(reviewed(UNKNOWN, UNKNOWN) for _ in range(MOST_MOVES))),
    "one move": Review((reviewed(DRAW, LOSS),)),
    "one move by lot": Review((reviewed(UNKNOWN, DRAW),), starting_moves=1),
    "no move": Review(()),
}


@pytest.mark.parametrize("name", REVIEWS)
async def test_every_page_of_a_review_is_accepted(name: str) -> None:
    review = REVIEWS[name]
    for theme, outcome in product(ThemeName, (None, Outcome(Colour.BLACK, Reason.RESIGNATION))):
        pages = ReviewPages(WORDS, finished(outcome), review, theme)
        for number in range(pages_of(review)):
            check(await pages.page(number, shared=False))
        check(await pages.for_everybody(LONG_NAME))


async def test_pages_agree_with_discords_description() -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    for number in range(pages_of(WILDEST)):
        check_against_description(await pages.page(number, shared=False))
    check_against_description(progress_page(WORDS, finished(), 7, 24))


async def test_thirty_moves_take_two_pages_after_the_summary() -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    assert pages_of(WILDEST) == 3
    for number in (1, 2):
        found = walk(payload(await pages.page(number, shared=False))["data"]["components"])
        (text,) = [component["content"] for component in found if component["type"] == TEXT]
        assert text.count("❌ **") == 15


async def test_what_is_shared_already_has_no_button_for_it() -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    for shared, offered in ((False, ["Back", "Next", "Share", "Replay"]), (True, ["Back", "Next", "Replay"])):
        found = walk(payload(await pages.page(1, shared=shared))["data"]["components"])
        assert [component["label"] for component in found if "label" in component] == offered


def test_every_judgement_has_words_of_its_own() -> None:
    told = [judged(WORDS, judgement) for judgement in Judgement if judgement is not Judgement.START]
    assert len(told) == len(set(told)) == 10


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (reviewed(WIN, WIN), "✅ **1** ⚪ ▲\xa0c2 · kept the win"),
        (reviewed(DRAW, DRAW, decision=False), "▫️ **1** ⚪ ▲\xa0c2 · kept the draw"),
        (reviewed(LOSS, LOSS, decision=False), "▫️ **1** ⚪ ▲\xa0c2 · every move loses"),
        (reviewed(WIN, UNKNOWN), "❔ **1** ⚪ ▲\xa0c2 · unknown"),
        (
            reviewed(DRAW, LOSS),
            "❌ **1** ⚪ ▲\xa0c2 · gave away the draw, now lost. Better: ▲\xa0c2, ►\xa0c2",
        ),
    ],
)
def test_a_line_of_the_list_has_mark_number_side_move_and_judgement(move: ReviewedMove, line: str) -> None:
    assert move_line(WORDS, finished(), Review((move,)), 0) == line


@pytest.mark.parametrize(
    ("start", "words"),
    [(Start.BALANCED, "placed at random"), (Start.SWAP, "placed before sides were chosen")],
)
def test_a_move_of_the_start_is_told_as_such(start: Start, words: str) -> None:
    fair = replace(finished(), start=start)
    review = Review((reviewed(UNKNOWN, DRAW),), starting_moves=1)
    assert move_line(WORDS, fair, review, 0) == f"▫️ **1** ⚪ ▲\xa0c2 · {words}"


def test_accuracy_is_a_share_of_decisions() -> None:
    ada = replace(finished(), white=Player(1, "Ada"))
    assert accuracy_line(WORDS, ada, Colour.WHITE, Accuracy(2, 3)) == (
        "⚪ **Ada**: 67%, the right choice in 2 of 3 decisions"
    )
    assert accuracy_line(WORDS, ada, Colour.WHITE, Accuracy(1, 1)) == (
        "⚪ **Ada**: 100%, the right choice in 1 of 1 decision"
    )


def test_the_picture_is_told_where_it_changes() -> None:
    review = Review((reviewed(DRAW, DRAW), reviewed(DRAW, LOSS), reviewed(WIN, UNKNOWN)))
    assert review_text(WORDS, replace(finished(), number=1), review) == (
        "Chart of who wins Pyrga game #1 with best play, move by move. At the start: a draw. "
        "After move 2: White wins. After move 3: unknown."
    )
    assert len(review_text(WORDS, finished(), WILDEST)) <= 1024

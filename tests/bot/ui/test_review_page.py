"""The pages of a review, checked against what Discord accepts, and the words on them."""

from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest

from bot.locale import words_for
from bot.ui.message.spelling import spell_out
from bot.ui.review.page import ReviewPages, accuracy_line, pages_of, progress_page, resistance_line
from bot.ui.text.alt_text import review_lines, spelled_out
from bot.ui.text.verdicts import NO_DIFFERENCE, judged, move_line, standing_line, verdict_lines
from bot.values.game.game import BestPlay, Game, PlayedMove
from bot.values.players import Player, ThemeName
from engine import (
    Color,
    Distance,
    Judgment,
    Move,
    Outcome,
    Reason,
    Review,
    ReviewedMove,
    Ruleset,
    Start,
    Value,
)
from engine.terminal.random_game import random_game
from tests.bot.ui.discord_limits import check, check_against_description, parts_of, texts_of
from tests.bot.ui.examples import BEGAN, game
from tests.reading import as_read

WORDS = words_for("en-GB")
SAME = NO_DIFFERENCE
WIN, DRAW, LOSS, UNKNOWN = Value.WIN, Value.DRAW, Value.LOSS, Value.UNKNOWN
LONG_NAME = Player(2**63 - 1, "*" * 32)
TRIANGLES = tuple(Move.parse(f"Tc2{direction}") for direction in "nesw")
MOST_MOVES = 30
LONGEST = [each.move for each in random_game(Ruleset.PYRGA, Random(13)).moves]


def reviewed(
    before: Value, after: Value, move: Move = TRIANGLES[0], *, decision: bool = True
) -> ReviewedMove:
    best = TRIANGLES[1:] if before is not after and UNKNOWN not in (before, after) else ()
    return ReviewedMove(move, before, after, decision, best)


def refuted(before: Value, after: Value, far: tuple[int, int] | None, *line: Move) -> ReviewedMove:
    """Return a move that gave something away, with the distances around it and the refutation."""
    found = replace(reviewed(before, after), best=TRIANGLES[1:3], refutation=line)
    if far is None:
        return found
    first, second = (Distance(plies, plies) for plies in far)
    return replace(found, distance_before=first, distance_after=second)


def lost(far_before: int, far_after: int, *line: Move) -> ReviewedMove:
    """Return a move in a lost position, with how far the end was before it and after it."""
    found = refuted(LOSS, LOSS, (far_before, far_after), *line)
    return found if found.shortened else replace(found, best=())


def finished(outcome: Outcome | None = None) -> Game:
    """Return a finished game with the longest possible names and number."""
    ended = outcome or Outcome(Color.WHITE, Reason.COUNT_1)
    moves = tuple(PlayedMove(str(move), -1, BEGAN) for move in LONGEST)
    return replace(game(outcome=ended, number=2**63 - 1), white=LONG_NAME, black=LONG_NAME, moves=moves)


# A win thrown away with every move, because nothing makes longer lines.
WILDEST = Review(tuple(reviewed(WIN, LOSS, move) for move in LONGEST))
REVIEWS = {
    "wildest": WILDEST,
    "quiet": Review(tuple(reviewed(DRAW, DRAW, decision=False) for _ in range(MOST_MOVES))),
    "unknown": Review(tuple(reviewed(UNKNOWN, UNKNOWN) for _ in range(MOST_MOVES))),
    "one move": Review((reviewed(DRAW, LOSS),)),
    "one move by lot": Review((reviewed(UNKNOWN, DRAW),), starting_moves=1),
    "no move": Review(()),
}


async def test_a_game_of_a_cup_whose_time_was_up_has_the_line_of_best_play() -> None:
    best = BestPlay(Color.BLACK, 3, TRIANGLES[:2])
    ended = replace(finished(Outcome(Color.BLACK, Reason.ADJUDICATION)), best_play=best)
    pages = ReviewPages(WORDS, ended, REVIEWS["one move"], ThemeName.AEGEAN)
    said = "\n".join(texts_of(await pages.page(1, shared=False, reader=LONG_NAME)))
    assert "With best play from the final position: Black wins." in said
    assert "It could have gone on like this: ▲\xa0c2, ►\xa0c2, …" in said


@pytest.mark.thorough
@pytest.mark.parametrize("name", REVIEWS)
async def test_every_page_of_a_review_is_accepted(name: str) -> None:
    review = REVIEWS[name]
    for theme, outcome in product(ThemeName, (None, Outcome(Color.BLACK, Reason.RESIGNATION))):
        pages = ReviewPages(WORDS, finished(outcome), review, theme, current=len(review.moves))
        for number in range(pages_of(review)):
            page = await pages.page(number, shared=False, reader=LONG_NAME)
            check(page)
            spell_out(page, partial(spelled_out, WORDS), "")
            check(page)
        check(await pages.for_everybody(LONG_NAME))


async def test_pages_agree_with_discords_description() -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    for number in range(pages_of(WILDEST)):
        check_against_description(await pages.page(number, shared=False, reader=LONG_NAME))
    check_against_description(progress_page(WORDS, finished(), 7, total=24))


async def test_thirty_moves_take_four_pages_after_the_summary() -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    listed = [
        texts_of(await pages.page(n, shared=False, reader=LONG_NAME)) for n in range(1, pages_of(WILDEST))
    ]
    assert [text.count("❌ **") for (text,) in listed] == [8, 8, 8, 6]


@pytest.mark.parametrize(
    ("reader", "shared", "offered"),
    [
        (LONG_NAME, False, ["All moves", "Retry", "Share"]),
        (LONG_NAME, True, ["All moves", "Retry"]),
        (Player(3, "Chiyo"), True, ["All moves"]),
    ],
)
async def test_a_page_offers_what_its_reader_can_do(
    reader: Player,
    shared: bool,  # noqa: FBT001 - one of the table's columns
    offered: list[str],
) -> None:
    pages = ReviewPages(WORDS, finished(), WILDEST, ThemeName.AEGEAN)
    for number, expected in ((0, offered), (1, ["Board", "Summary", "Next"])):
        found = parts_of(await pages.page(number, shared=shared, reader=reader))
        labels = [component["label"] for component in found if "label" in component]
        assert [label for label in labels if not label.startswith("Move ")] == expected


def test_every_judgment_has_its_own_words() -> None:
    told = [judged(WORDS, judgment) for judgment in Judgment if judgment is not Judgment.START]
    assert len(told) == len(set(told)) == 11


# Games that continue after the move, since one that ends the game is described differently.
AND_MORE = (reviewed(UNKNOWN, UNKNOWN),)
BEST = "Better: ►\xa0c2, ▼\xa0c2"


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (reviewed(WIN, WIN), ("✅", "kept the win")),
        (reviewed(DRAW, DRAW, decision=False), (SAME, "kept the draw")),
        (reviewed(LOSS, LOSS, decision=False), (SAME, "every move loses")),
        (reviewed(WIN, UNKNOWN), ("❔", "unknown")),
        (reviewed(DRAW, LOSS), ("❌", f"gave away the draw, now lost. {BEST}")),
        (
            refuted(WIN, LOSS, (3, 2), TRIANGLES[3]),
            ("❌", f"threw away the win, now lost. {BEST}"),
        ),
        (
            lost(8, 4, TRIANGLES[3]),
            ("⚠️", f"every move loses, but this one loses 4 moves sooner. {BEST}"),
        ),
        (
            lost(8, 2, TRIANGLES[3]),
            ("⚠️", f"every move loses, but this one loses 6 moves sooner. {BEST}"),
        ),
        (lost(2, 2), ("✅", "every move loses")),
    ],
)
def test_a_line_of_the_list_has_mark_number_side_move_and_judgment(
    move: ReviewedMove, line: tuple[str, str]
) -> None:
    mark, said = line
    shown = as_read(move_line(WORDS, finished(), Review((move, *AND_MORE)), 0))
    assert shown == f"{mark} **1** White: ▲\xa0c2 · {said}"


@pytest.mark.parametrize(
    ("value", "mark", "words"),
    [
        (WIN, "✅", "wins the game"),
        (DRAW, SAME, "ends the game in a draw"),
        (LOSS, SAME, "loses the game, as every move did"),
    ],
)
def test_the_last_move_of_a_game_that_ended_by_the_rules_ends_it(value: Value, mark: str, words: str) -> None:
    shown = as_read(move_line(WORDS, finished(), Review((reviewed(value, value, decision=False),)), 0))
    assert shown == f"{mark} **1** White: ▲\xa0c2 · {words}"


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (Start.BALANCED, "placed at random"),
        (Start.ADVANTAGE, "placed at random"),
        (Start.SWAP, "placed before sides were chosen"),
    ],
)
def test_a_move_of_the_start_is_described_as_such(start: Start, words: str) -> None:
    fair = replace(finished(), start=start)
    review = Review((reviewed(UNKNOWN, DRAW),), starting_moves=1)
    assert as_read(move_line(WORDS, fair, review, 0)) == f"{SAME} **1** White: ▲\xa0c2 · {words}"


REPLY = Move.parse("Tc3e")
BETTER = "Better: **►\xa0c2**"
ALSO = "Also good: ▼\xa0c2"
SOONER = "every move loses, but this one loses 4 moves sooner."
REPLIES = "Black replies **►\xa0c3**"
LEAVES = "It leaves only **d3**."


@pytest.mark.parametrize(
    ("move", "lines"),
    [
        (
            refuted(WIN, LOSS, (7, 4), REPLY),
            [
                f"❌ threw away the win, now lost. {REPLIES} and wins within 3 moves. {LEAVES}",
                f"{BETTER} wins in 7 moves. {ALSO}",
            ],
        ),
        (
            replace(refuted(WIN, LOSS, (1, 2), REPLY), best=TRIANGLES[1:2]),
            [
                f"❌ threw away the win, now lost. {REPLIES} and wins within 1 move. {LEAVES}",
                "Only **►\xa0c2** wins.",
            ],
        ),
        (
            refuted(WIN, DRAW, None, REPLY),
            [
                f"❌ gave away the win, now a draw. {REPLIES} and holds the draw. {LEAVES}",
                f"{BETTER} keeps the win. {ALSO}",
            ],
        ),
        (
            replace(refuted(DRAW, LOSS, None, REPLY), best=TRIANGLES[1:2]),
            [
                f"❌ gave away the draw, now lost. {REPLIES} and wins by force. {LEAVES}",
                "Only **►\xa0c2** holds the draw.",
            ],
        ),
        (
            replace(refuted(DRAW, LOSS, None), best=TRIANGLES[1:2], unsure=TRIANGLES[2:]),
            ["❌ gave away the draw, now lost.", f"{BETTER} keeps the draw."],
        ),
        (
            lost(8, 4, REPLY),
            [
                f"⚠️ {SOONER} {REPLIES} and wins within 3 moves. {LEAVES}",
                f"{BETTER} lasts 4 moves longer. {ALSO}",
            ],
        ),
        (reviewed(DRAW, DRAW), ["✅ kept the draw"]),
    ],
)
def test_the_text_below_the_board_says_why_a_move_was_bad_and_what_was_better(
    move: ReviewedMove, lines: list[str]
) -> None:
    first, *others = lines
    mark, said = first.split(" ", 1)
    ended = replace(game("Tc2n"), moves=(PlayedMove("Tc2n", 0, BEGAN),))
    shown = [as_read(line) for line in verdict_lines(WORDS, ended, Review((move, *AND_MORE)), 0)]
    assert shown == [f"{mark} **Ada** (White) played **▲\xa0c2** · {said}", *others]


def test_the_text_below_the_board_says_how_far_the_end_is() -> None:
    review = Review((refuted(WIN, LOSS, (7, 4)), reviewed(WIN, WIN), reviewed(LOSS, UNKNOWN)))
    assert [standing_line(WORDS, review, number) for number in range(4)] == [
        "-# White wins in 7 moves with best play.",
        "-# Black wins in 3 moves with best play.",
        "-# Black wins with best play.",
        "",
    ]


def test_accuracy_is_the_share_of_good_decisions() -> None:
    game = replace(finished(), white=Player(1, "Ada"), black=Player(2, "Blaise"))
    good, bad, other = reviewed(WIN, WIN), reviewed(WIN, LOSS), reviewed(DRAW, DRAW, decision=False)
    assert accuracy_line(WORDS, game, Review((good, other, good, other, bad))) == (
        "Right choices: **Ada** 2 of 3 (67%), **Blaise** had no real choice"
    )


@pytest.mark.parametrize(
    ("possible", "line"),
    [
        (Distance(9, 9), "The game lasted 3 more moves and could have lasted 9."),
        (Distance(3, 3), "The game lasted 3 more moves, as long as it could."),
        (Distance(2, 2), "The game lasted 3 more moves. With best play, it would have lasted 2."),
        (Distance(2, 40), "The game lasted 3 more moves."),
        (Distance(5, 40), "The game lasted 3 more moves and could have lasted at least 5."),
    ],
)
def test_a_lost_side_gets_credit_for_holding_out(possible: Distance, line: str) -> None:
    ada = replace(finished(), white=Player(1, "Ada"))
    review = Review((replace(lost(9, 9), distance_before=possible), reviewed(WIN, WIN), lost(7, 7)))
    assert (
        resistance_line(WORDS, ada, Color.WHITE, review)
        == f"**Ada** (White) was losing from move 1 on. {line}"
    )
    assert resistance_line(WORDS, ada, Color.BLACK, review) == ""


def test_the_alt_text_says_where_the_chart_changes_and_what_it_marks() -> None:
    review = Review((lost(8, 4), reviewed(DRAW, LOSS), reviewed(WIN, UNKNOWN)))
    assert " ".join(review_lines(WORDS, replace(finished(), number=1), review, 2)) == (
        "Chart of who wins Pyrga game #1 with best play, move by move. At the start: Black wins. "
        "After move 2: White wins. After move 3: unknown. Mistakes: 2. Shortened a lost game: 1. "
        "The chart points to move 2."
    )
    for current, last in ((0, "The chart points to the start."), (None, "Shortened a lost game: 1.")):
        assert review_lines(WORDS, finished(), review, current)[-1] == last

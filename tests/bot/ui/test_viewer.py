"""The viewer, retries of mistakes, and the history, checked against what Discord accepts."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from random import Random

import pytest

from bot.locale import words_for
from bot.ui.analysis import AnalysisBoard
from bot.ui.board.board_message import board_message
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.message.content import Content, Picture
from bot.ui.message.custom_ids import ShowHistory
from bot.ui.message.icons import NO_ICONS
from bot.ui.openings import ExplorerPage
from bot.ui.retries import Retry
from bot.ui.review.history import PAGE_SIZE, HistoryPage
from bot.ui.review.page import lesson_lines
from bot.ui.review.variations import ShowVariation, VariationKind, VariationPage
from bot.ui.review.viewer import Viewer
from bot.values import lines
from bot.values.game.game import Game, PlayedMove
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import HistoryFilter, PastGame, RatingChange, Result, ShownRating
from engine import (
    Color,
    Distance,
    Move,
    Outcome,
    Position,
    Reason,
    Review,
    ReviewedMove,
    Ruleset,
    Space,
    Value,
)
from tests.bot.ui.discord_limits import BUTTON, ROW, check, check_against_description, parts_of, texts_of
from tests.bot.ui.examples import BEGAN, game, game_at, random_positions
from tests.reading import as_read

WORDS = words_for("en-GB")
LARGEST = 2**63 - 1
LONG_NAME = Player(LARGEST, "*" * 32)
TRIANGLES = tuple(Move.parse(f"Tc2{direction}") for direction in "nesw")
TRIANGLES_ALONE = (PlayedMove("Tc2n", -1, BEGAN),) * 8
REASONS = [reason for reason in Reason if reason not in {Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED}]


def longest_game() -> Game:
    """Return a finished game with the longest possible names and number."""
    _, *positions = random_positions(Random(1), Ruleset.CLASSIC)
    moves = tuple(PlayedMove(str(position.last_move), position.ply - 1, BEGAN) for position in positions)
    last = positions[-1]
    return replace(game_at(last, number=LARGEST), white=LONG_NAME, black=LONG_NAME, moves=moves)


CHIYO = Player(3, "Chiyo")


def worst_review(game: Game) -> Review:
    """Return a review where every move threw a win away, with the longest possible lines."""
    played = (Move.parse(move.text) for move in game.moves)
    ending = tuple(Move.parse(move.text) for move in game.moves)
    return Review(
        tuple(
            ReviewedMove(
                move,
                Value.WIN,
                Value.LOSS,
                decision=True,
                best=TRIANGLES,
                distance_before=Distance(31, 31),
                distance_after=Distance(30, 30),
                refutation=ending[ply + 1 :],
                improvement=ending[ply:],
            )
            for ply, move in enumerate(played)
        )
    )


async def test_every_position_is_accepted() -> None:
    game = longest_game()
    viewer = Viewer(WORDS, game, worst_review(game), ThemeName.LIMESTONE)
    for number in range(viewer.last + 1):
        check(await viewer.page(number, shared=False, reader=LONG_NAME))
    check(await viewer.for_everybody(viewer.last, LONG_NAME))
    check_against_description(await viewer.page(0, shared=True, reader=LONG_NAME))


async def test_every_step_of_the_longest_variations_is_accepted() -> None:
    game = longest_game()
    review = worst_review(game)
    for line in VariationKind:
        for number in range(1, len(line.of(review.moves[0])) + 1):
            step = ShowVariation(game.number, 0, line, number)
            assert step.is_in(review)
            check(await VariationPage(WORDS, game, review, ThemeName.AEGEAN, step).content())
    first = ShowVariation(game.number, 0, VariationKind.REFUTATION, 1)
    page = VariationPage(WORDS, game, review, ThemeName.AEGEAN, first)
    check_against_description(await page.content())


def labels(content: Content) -> list[list[str]]:
    rows = [row["components"] for row in parts_of(content, ROW)]
    assert all(part["type"] == BUTTON for row in rows for part in row)
    return [[button["label"] for button in row] for row in rows]


async def test_the_buttons_fit_on_a_phone() -> None:
    game = longest_game()
    review = worst_review(game)
    viewer = Viewer(WORDS, game, review, ThemeName.AEGEAN)
    steps, variations = ["|◄", "◄", "►", "►|"], ["Refutation", "Better line"]
    moments = [f"Move {ply + 1}" for ply in review.key_moments()]
    own = await viewer.page(5, shared=False, reader=LONG_NAME)
    assert labels(own) == [[*steps, "More…"], moments, ["Retry", *variations]]
    others = await viewer.page(5, shared=False, reader=CHIYO)
    assert labels(others) == [[*steps, "More…"], moments, variations]
    more = await viewer.page(5, shared=False, reader=CHIYO, more=True)
    assert labels(more) == [[*steps, "Back"], ["Summary", "GIF", "Record"], ["Share", "Analyze"]]


async def test_a_review_without_details_can_be_made_again() -> None:
    game = longest_game()
    old = replace(worst_review(game), detailed=False)
    page = await Viewer(WORDS, game, old, ThemeName.AEGEAN).page(5, shared=False, reader=LONG_NAME, more=True)
    assert labels(page)[1:] == [["Summary", "GIF", "Record"], ["Share", "Review", "Analyze"]]


ADA, BLAISE = Player(1, "Ada"), Player(2, "Blaise")
QUIET = ReviewedMove(TRIANGLES[0], Value.DRAW, Value.DRAW, decision=False)
LOST = replace(QUIET, before=Value.LOSS, after=Value.LOSS)
SOONER = replace(LOST, distance_before=Distance(9, 9), distance_after=Distance(3, 3))
SLIP = replace(QUIET, after=Value.LOSS, decision=True)
BLUNDER = replace(SLIP, before=Value.WIN)


def reviewed_game() -> Game:
    resigned = Outcome(Color.BLACK, Reason.RESIGNATION)
    return replace(longest_game(), white=ADA, black=BLAISE, outcome=resigned)


def lesson(number: int, color: str, player: Player) -> list[str]:
    """Return what's said first about a move that gave away a draw."""
    return [
        f"**Lesson: move {number}**",
        f"❌ **{player.name}** ({color}) played **▲\xa0c2** · gave away the draw, now lost.",
    ]


async def test_there_is_a_retry_only_beside_a_mistake_of_the_reader() -> None:
    viewer = Viewer(WORDS, reviewed_game(), Review((QUIET, SLIP, SLIP)), ThemeName.AEGEAN)
    pages = [await viewer.page(number, shared=False, reader=ADA) for number in range(4)]
    assert [number for number, page in enumerate(pages) if "Retry" in chain(*labels(page))] == [3]


@pytest.mark.parametrize(
    ("reader", "moves", "lines"),
    [
        (ADA, (SLIP, QUIET), lesson(1, "White", ADA)),
        (CHIYO, (SLIP,) * 5, lesson(5, "White", ADA)),
        (BLAISE, (BLUNDER, *[SLIP] * 7), lesson(8, "Black", BLAISE)),
        (CHIYO, (QUIET,), []),
        (ADA, (QUIET,), []),
        (ADA, (replace(QUIET, decision=True), SLIP), ["Well played: you made no mistakes."]),
        (
            ADA,
            (replace(QUIET, decision=True), QUIET, SLIP),
            [
                *lesson(3, "White", ADA),
                "Well played: **▲\xa0c2** (move 1) kept the draw, which other moves give away.",
            ],
        ),
        (
            ADA,
            (SLIP, BLUNDER, replace(QUIET, before=Value.WIN, after=Value.WIN, decision=True)),
            [
                *lesson(1, "White", ADA),
                "Well played: **▲\xa0c2** (move 3) took the chance that **Blaise** gave you.",
            ],
        ),
        (
            ADA,
            (SLIP, LOST, replace(QUIET, before=Value.WIN, after=Value.WIN, decision=True)),
            [
                *lesson(1, "White", ADA),
                "Well played: **▲\xa0c2** (move 3) kept the win, which other moves give away.",
            ],
        ),
    ],
)
def test_a_review_first_has_one_lesson_and_what_its_reader_did_well(
    reader: Player, moves: tuple[ReviewedMove, ...], lines: list[str]
) -> None:
    shown = lesson_lines(WORDS, replace(reviewed_game(), moves=TRIANGLES_ALONE), Review(moves), reader)
    assert list(map(as_read, shown)) == lines


def test_the_move_that_won_the_game_is_praised_if_there_is_nothing_else() -> None:
    won = replace(reviewed_game(), moves=TRIANGLES_ALONE, outcome=longest_game().position.outcome())
    assert won.winner == ADA
    last = replace(QUIET, before=Value.WIN, after=Value.WIN)
    shown = lesson_lines(WORDS, won, Review((SLIP, LOST, last)), ADA)
    assert list(map(as_read, shown)) == [
        *lesson(1, "White", ADA),
        "Well played: **▲\xa0c2** (move 3) won the game.",
    ]


async def test_the_better_move_is_drawn_and_in_the_description_of_the_board() -> None:
    game = longest_game()
    review = worst_review(game)
    better = replace(review.moves[4], best=(Move.parse("Sd2"),))
    moves = (*review.moves[:4], better, *review.moves[5:])
    drawn_with = await picture(Viewer(WORDS, game, Review(moves), ThemeName.AEGEAN), 5)
    without = await picture(Viewer(WORDS, game, None, ThemeName.AEGEAN), 5)
    assert "Better, shown hatched: Square on d2." in drawn_with.description
    assert "Better" not in without.description
    assert drawn_with.png != without.png


async def test_a_position_has_one_number_on_every_board_that_shows_it() -> None:
    played = longest_game()
    texts = [move.text for move in played.moves]
    for number in range(0, len(texts), 4):
        position = Position.replay(Ruleset.CLASSIC, texts[:number])
        line = lines.Line.of(Ruleset.CLASSIC, texts[:number])
        boards = [
            await board_message(game_at(position), NO_ICONS),
            *[
                await Viewer(WORDS, played, review, ThemeName.AEGEAN).page(number, shared=True, reader=CHIYO)
                for review in (None, worst_review(played))
            ],
            await AnalysisBoard(WORDS, line, ThemeName.AEGEAN, NO_ICONS).page(NOTHING, shared=True),
            await ExplorerPage(WORDS, line, ThemeName.AEGEAN, (), None, in_server=True).content(0),
        ]
        called = f"move {number}" if number else "start"
        for board in boards:
            heading, *_ = texts_of(board)
            (shown,) = [each for each in board.pictures if isinstance(each, Picture)]
            assert re.search(rf"· (after )?{called}\b", heading)
            assert re.search(rf"Pyrga board (after|at the) {called}, ", shown.description)


async def picture(viewer: Viewer, number: int) -> Picture:
    page = await viewer.page(number, shared=True, reader=CHIYO)
    (found,) = page.pictures
    assert isinstance(found, Picture)
    return found


def lost_and_found() -> Retry:
    """Return the second mistake in Ada's game, with one move that keeps the win and one of unknown value."""
    played = game("Tc1w Tb1e Td1w Cc1", number=LARGEST)
    moves = tuple(
        PlayedMove(text, number, BEGAN) for number, text in enumerate(["Tc1w", "Tb1e", "Td1w", "Cc1"])
    )
    mistake = ReviewedMove(
        Move.parse("Td1w"),
        Value.WIN,
        Value.LOSS,
        decision=True,
        best=(Move.parse("Cc1"), Move.parse("Sd1")),
        unsure=(Move.parse("Cd1"),),
        distance_before=Distance(11, 11),
        distance_after=Distance(12, 12),
        refutation=(Move.parse("Ca1"), Move.parse("Sa2")),
        improvement=(Move.parse("Cc1"), Move.parse("Sc1")),
    )
    first = replace(mistake, move=Move.parse("Tc1w"))
    quiet = ReviewedMove(Move.parse("Tb1e"), Value.DRAW, Value.DRAW, decision=False)
    review = Review((first, quiet, mistake, quiet))
    return Retry(WORDS, replace(played, moves=moves, white=LONG_NAME), review, ThemeName.AEGEAN, 2)


async def test_everything_about_a_retry_is_accepted() -> None:
    retry = lost_and_found()
    first = replace(retry, ply=0)
    contents = [
        await retry.task(NO_ICONS),
        await retry.answer(),
        retry.finished(),
        *[await retry.after(move) for move in retry.position.legal_moves],
        *[await first.task(NO_ICONS, Choice(space=space)) for space in Space],
    ]
    for content in contents:
        check(content)
    check_against_description(contents[0])


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("Cc1", "Correct! **●\xa0c1** wins in 11 moves.\nBest play continues: ■\xa0c1, …"),
        ("Sd1", "Correct! **■\xa0d1** keeps the win.\nThe review's choice was **●\xa0c1**."),
        (
            "Td1w",
            (
                "Not quite: **◄\xa0d1** is what you played.\n"
                "Black replies **●\xa0a1** and wins within 11 moves."
            ),
        ),
        ("Td1n", "Not quite: **▲\xa0d1** gives the win away."),
        ("Cd1", "The review couldn't work out what **●\xa0d1** does. Try another move."),
    ],
)
async def test_a_retry_is_right_if_it_keeps_the_value(move: str, said: str) -> None:
    content = await lost_and_found().after(Move.parse(move))
    title, text = texts_of(content)
    assert title.endswith(" · 2 of 2")
    assert text == said
    is_right = said.startswith("Correct")
    buttons = ["Finish", "Review"] if is_right else ["Try again", "Show answer", "Skip"]
    assert list(chain.from_iterable(labels(content))) == buttons


@pytest.mark.parametrize("result", Result)
def test_the_longest_page_of_a_history_is_accepted(result: Result) -> None:
    games = tuple(
        PastGame(
            number=LARGEST - number,
            place=Place(1, 2),
            player=LONG_NAME,
            opponent=LONG_NAME,
            ruleset=Ruleset.CLASSIC,
            result=result,
            reason=REASONS[number % len(REASONS)],
            plies=30,
            finished_at=datetime(2026, 3, 1, tzinfo=UTC),
            opponent_rating=ShownRating(2999, provisional=True),
            change=RatingChange(player_id=LARGEST, before=2999.0, after=2000.0, deviation=400.0),
        )
        for number in range(PAGE_SIZE)
    )
    asked = ShowHistory(LARGEST, HistoryFilter(LARGEST - 1, Ruleset.CLASSIC, result), 99)
    page = HistoryPage(asked, games, more=True).content(WORDS, LONG_NAME, reader=1)
    check(page)
    check_against_description(page)
    check(HistoryPage(asked, (), more=False).content(WORDS, None, reader=1))

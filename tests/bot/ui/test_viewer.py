"""The replay viewer and the history, held against what Discord accepts."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.locale import words_for
from bot.matches.values.games import Game, PlayedMove, RatingChange
from bot.matches.values.history import HistoryFilter, PastGame, Result
from bot.matches.values.players import Player, ThemeName
from bot.ui.message.custom_ids import HistoryButton
from bot.ui.review.history import PAGE_SIZE, HistoryPage
from bot.ui.review.viewer import Viewer
from engine import Move, Reason, Review, ReviewedMove, Ruleset, Value
from tests.bot.ui.discord_limits import BUTTON, ROW, check, check_against_description, payload, walk
from tests.bot.ui.examples import game_at, random_positions

WORDS = words_for("en-GB")
LARGEST = 2**63 - 1
LONG_NAME = Player(LARGEST, "*" * 32)
TRIANGLES = tuple(Move.parse(f"Tc2{direction}") for direction in "nesw")
REASONS = [reason for reason in Reason if reason not in {Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED}]


def longest_game() -> Game:
    """A finished game with the longest possible names and number."""
    _, *positions = random_positions(Random(1), Ruleset.CLASSIC)
    moves = tuple(PlayedMove(str(position.last_move), position.ply - 1) for position in positions)
    last = positions[-1]
    return replace(game_at(last, number=LARGEST), white=LONG_NAME, black=LONG_NAME, moves=moves)


def worst_review(game: Game) -> Review:
    """A review in which every move threw a win away."""
    played = (Move.parse(move.text) for move in game.moves)
    return Review(
        tuple(ReviewedMove(move, Value.WIN, Value.LOSS, decision=True, best=TRIANGLES) for move in played)
    )


async def test_every_position_is_accepted() -> None:
    game = longest_game()
    viewer = Viewer(WORDS, game, worst_review(game), ThemeName.LIMESTONE)
    for number in range(viewer.last + 1):
        check(await viewer.page(number, shared=False))
    check(await viewer.for_everybody(viewer.last, LONG_NAME))
    check_against_description(await viewer.page(0, shared=True))


async def test_the_buttons_fit_a_phone() -> None:
    game = longest_game()
    viewer = Viewer(WORDS, game, worst_review(game), ThemeName.AEGEAN)
    found = walk(payload(await viewer.page(5, shared=False))["data"]["components"])
    rows = [part["components"] for part in found if part["type"] == ROW]
    assert [[button["label"] for button in row] for row in rows] == [
        ["First", "Back", "Next", "Last"],
        ["◄ Turning point", "Turning point ►"],
        ["GIF", "Record", "Share", "Review"],
    ]
    assert all(part["type"] == BUTTON for row in rows for part in row)


@pytest.mark.parametrize("result", Result)
def test_the_longest_page_of_a_history_is_accepted(result: Result) -> None:
    games = tuple(
        PastGame(
            number=LARGEST - number,
            player=LONG_NAME,
            opponent=LONG_NAME,
            ruleset=Ruleset.CLASSIC,
            result=result,
            reason=REASONS[number % len(REASONS)],
            plies=30,
            finished_at=datetime(2026, 3, 1, tzinfo=UTC),
            change=RatingChange(LARGEST, 2999.0, 2000.0, 400.0),
        )
        for number in range(PAGE_SIZE)
    )
    asked = HistoryButton(LARGEST, HistoryFilter(LARGEST - 1, Ruleset.CLASSIC, result), 99)
    page = HistoryPage(asked, games, more=True).content(WORDS, LONG_NAME, reader=1)
    check(page)
    check_against_description(page)
    check(HistoryPage(asked, (), more=False).content(WORDS, None, reader=1))

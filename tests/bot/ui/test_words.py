"""The sentences that players read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.locale import words_for
from bot.ui.board.board_message import board_message, header, status
from bot.ui.board.move_buttons import Choice
from bot.ui.components.drawing import match_picture
from bot.ui.message.icons import NO_ICONS
from bot.ui.text.alt_text import LONGEST, board_lines, headline, position_text, replay_lines
from bot.ui.text.status import demand_sentence, score_lines
from bot.ui.text.values import level_lines
from bot.ui.text.words import move_label, rating_lines, result
from bot.values.badges import Badge, EarnedBadge
from bot.values.clocks import TotalTime
from bot.values.crowds import Crowd
from bot.values.game.game import (
    FORCED,
    PLANNED,
    BestPlay,
    Game,
    Guessing,
    Offer,
    OfferKind,
    PlayedMove,
    Seat,
    TurnClock,
)
from bot.values.players import Player
from bot.values.standings import Score
from engine import Color, Move, Outcome, Position, Reason, Record, RecordedMove, Ruleset, Space, Start
from tests.bot.ui.discord_limits import texts_of
from tests.bot.ui.examples import BEGAN as NOW
from tests.bot.ui.examples import game, game_at, random_positions
from tests.reading import as_read

pytestmark = pytest.mark.quick

WORDS = words_for("en-GB")
RESIGNED = Outcome(Color.WHITE, Reason.RESIGNATION)
FITS_NOTHING = "Td3s Cd2 Td2w Tb2w Ta2s Ta1e Td1n Sd4 Tc4e Cd4"
NO_SQUARE = "It can't be a Square: White's first piece was one."
NOTHING_FITS = "nothing fits: play any piece on any empty space."
TO = "\N{EN DASH}\N{WORD JOINER}"


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("", "The first move: any piece on any space."),
        ("Sb2", "After a Square on **b2**: play on **b3**, **a2**, **c2** or **b1**."),
        ("Ca1", "After a Cylinder on **a1**: play on **a1**."),
        ("Tc1w Sb1 Cc1", "After a Cylinder on **c1**: play on **c1**. There's only one move."),
        ("Tc2n", "After a Triangle on **c2** pointing up: play on **c4** or **c3**."),
        ("Tc2e", "After a Triangle on **c2** pointing right: play on **d2**."),
        ("Td3s", "After a Triangle on **d3** pointing down: play on **d2** or **d1**."),
        ("Td3w", "After a Triangle on **d3** pointing left: play on **a3**, **b3** or **c3**."),
        ("Sb4 Ca4", f"After a Cylinder on **a4**: play on **a4**. {NO_SQUARE}"),
        (
            "Cc3 Sc3 Sb3 Tc3n Tc4s",
            "After a Triangle on **c4** pointing down: play on **c2** or **c1**. c3 is full.",
        ),
        (
            "Cd1 Td1n Td4s Sd1 Tc1e",
            f"After a Triangle on **c1** pointing right, {NOTHING_FITS} d1 is full.",
        ),
        (
            "Cd4 Td4w Tc4e Sd4 Cc4 Sc4 Tb4e",
            f"After a Triangle on **b4** pointing right, {NOTHING_FITS} c4 and d4 are full.",
        ),
        (
            FITS_NOTHING,
            f"After a Cylinder on **d4**, {NOTHING_FITS} d4 needs a Triangle, and White has none left.",
        ),
        (
            "Ca3 Sa3 Tb3s Tb2n Sb4 Tc4w Tb4e Cd4 Td4s Sd2 Td3s Td2w Tc2n Cc3 Sc3 Sb3",
            (
                "After a Square on **b3**: play on **b4** or **b2**. "
                "a3 and c3 need a Triangle, and White has none left."
            ),
        ),
        (
            "Td3s Td2w Ca2 Ta2e Sb2 Tb3w Ca3 Ta3s Ca1 Sa1 Sb1 Tb2w Sa2 Sa3 Sa4 Cb4 Sb4 Cb3 Cc1 Sc1 Cb1 Sc3",
            (
                "After a Square on **c3**: play on **c4** or **c2**. "
                "b3 needs a Square, and White has none left. "
                "d3 needs a Square or a Cylinder, and White has neither left."
            ),
        ),
    ],
)
def test_the_demand_is_a_plain_sentence(moves: str, sentence: str) -> None:
    assert demand_sentence(WORDS, game(moves).position) == sentence


def test_the_opening_restriction_is_only_mentioned_in_its_own_ruleset() -> None:
    position = Position.replay(Ruleset.CLASSIC, ["Sb4", "Tb3w"])
    assert demand_sentence(WORDS, position) == "After a Triangle on **b3** pointing left: play on **a3**."


def test_the_header_names_the_game_and_an_unusual_ruleset() -> None:
    assert header(WORDS, game("Tb2s", ruleset=Ruleset.PILOTIS)) == "### Pyrga #165813 · move 1 · Pilotis"


def test_the_header_names_the_event() -> None:
    in_cup = replace(game("Tb2s"), event=7)
    assert header(WORDS, in_cup) == "### Pyrga #165813 · move 1 · cup"
    of_white = replace(in_cup.board, side=Color.WHITE)
    assert header(WORDS, replace(in_cup, boards=(of_white,))) == "### Pyrga #165813 · move 1 · team match"


def test_what_the_picture_shows_is_also_in_the_header_of_a_board_in_words() -> None:
    line = "-# **Ada** (White) against **Blaise** (Black) · last move: ▼\xa0b2 · Towers: White 0, Black 0"
    assert as_read(header(WORDS, game("Tb2s"), in_words=True)) == f"### Pyrga #165813 · move 1\n{line}"
    ended = game("Tb2s", outcome=RESIGNED)
    assert as_read(header(WORDS, ended, in_words=True)) == f"### Pyrga #165813 · finished\n{line}"
    unused = replace(ended, hints=True)
    assert as_read(header(WORDS, unused, in_words=True)).endswith(f"{line} · no hints used")


def test_the_header_of_a_finished_game_says_how_many_hints_were_taken() -> None:
    ended = game("Tb2s", outcome=RESIGNED)
    assert header(WORDS, ended) == "### Pyrga #165813 · finished"
    unused = replace(ended, hints=True)
    assert header(WORDS, unused) == "### Pyrga #165813 · finished\n-# no hints used"
    used = header(WORDS, replace(unused, white_seat=Seat(hints=(0,))))
    assert used == "### Pyrga #165813 · finished\n-# hints used: **Ada**\xa01"


def test_the_status_names_the_player_and_the_demand() -> None:
    assert status(WORDS, game("Sb2")) == (
        "<@102> (Black) to play\nAfter a Square on **b2**: play on **b3**, **a2**, **c2** or **b1**. "
        "Choose a space, then a piece."
    )


def test_the_status_says_what_to_choose_if_one_click_is_not_enough() -> None:
    start = game()
    assert status(WORDS, start).endswith("any piece on any space. Choose a space, then a piece.")
    aiming = status(WORDS, start, Choice(space=Space.B2))
    assert aiming.endswith("\nWhich piece goes on **b2**?")


def test_the_status_says_how_the_game_started_until_someone_has_moved() -> None:
    balanced = replace(game("Sb2"), start=Start.BALANCED)
    assert status(WORDS, balanced).startswith("The first piece was placed at random to make the game fair.\n")
    swapped = replace(game("Sb2"), start=Start.SWAP, swapped=True)
    assert status(WORDS, swapped).startswith("**Ada** took White's side.\n")
    for started in (balanced, swapped):
        later = replace(started, position=game("Sb2 Ta2e").position)
        assert status(WORDS, later).startswith("<@101> (White) to play")


RUNNING = TurnClock(NOW, claimable=False)
DRAW = Offer(OfferKind.DRAW, Color.BLACK, 10, revision=10)
GUESSED = Guessing(move="Cd4", right=3, total=11)


@pytest.mark.parametrize(
    ("moves", "changes", "said"),
    [
        (
            "Sb2",
            {"start": Start.BALANCED},
            [
                "The first piece was placed at random to make the game fair.",
                "<@102> (Black) to play",
                "After a Square on **b2**: play on **b3**, **a2**, **c2** or **b1**.",
            ],
        ),
        (
            "Sb4 Ca4",
            {"total": TotalTime(600, 5), "clock": RUNNING, "black_seat": Seat(left=timedelta(seconds=582))},
            [
                "<@101> (White) to play · out of time <t:1767225600:R> · **Blaise** has 9:42",
                f"After a Cylinder on **a4**: play on **a4**. {NO_SQUARE}",
            ],
        ),
        (
            "Sb2",
            {"crowd": Crowd(), "clock": TurnClock(NOW, claimable=True)},
            [
                "**Blaise** (Black) is voting · without a vote, the game ends <t:1767225600:R>",
                "After a Square on **b2**: play on **b3**, **a2**, **c2** or **b1**.",
            ],
        ),
        (
            FITS_NOTHING,
            {"guessing": GUESSED},
            [
                "-# 3 of 11 guessed ●\xa0d4.",
                "<@101> (White) to play",
                NOTHING_FITS.capitalize(),
            ],
        ),
        (
            FITS_NOTHING,
            {"guessing": GUESSED, "offers": (DRAW,), "event": 7, "clock": RUNNING},
            [
                "-# 3 of 11 guessed ●\xa0d4.",
                "<@101> (White) to play · move due <t:1767225600:R>, or the game is lost",
                "**Blaise** offers a draw. <@101>, do you accept?",
            ],
        ),
        (
            FITS_NOTHING,
            {
                "white": Player(101, "W" * 32),
                "black": Player(102, "B" * 32),
                "offers": (DRAW,),
                "clock": RUNNING,
            },
            [
                "<@101> (White) to play",
                f"**{'B' * 32}** offers a draw. <@101>, do you accept?",
            ],
        ),
    ],
)
def test_a_board_says_as_much_as_fits_on_a_screen(
    moves: str, changes: Mapping[str, Any], said: Sequence[str]
) -> None:
    assert as_read(status(WORDS, replace(game(moves), **changes), room=5)).split("\n") == said


@pytest.mark.parametrize(
    ("moves", "revisions", "sentence"),
    [
        ("Tb1n Cb2", (0, PLANNED), "▲\xa0b1 was answered right away: ●\xa0b2"),
        ("Tb1n Cb2 Sb2", (0, PLANNED, PLANNED), "▲\xa0b1 was answered right away: ●\xa0b2, ■\xa0b2"),
        ("Tb1n Cb2", (0, FORCED), "●\xa0b2 was the only move, so it played itself."),
    ],
)
def test_the_status_says_which_moves_no_one_clicked(
    moves: str, revisions: tuple[int, ...], sentence: str
) -> None:
    played = tuple(
        PlayedMove(move, revision, NOW) for move, revision in zip(moves.split(), revisions, strict=True)
    )
    assert as_read(status(WORDS, replace(game(moves), moves=played))).split("\n")[0] == sentence
    since = replace(game(moves), moves=(*played, PlayedMove("Ta1n", 9, NOW)))
    assert sentence not in as_read(status(WORDS, since))


@pytest.mark.parametrize(
    ("move", "label"),
    [*zip(("Sc2", "Tc2n", "Tc2e", "Tc2s", "Tc2w", "Cc2"), (f"{sign} c2" for sign in "■▲►▼◄●"), strict=True)],
)
def test_a_move_is_a_sign_and_its_space(move: str, label: str) -> None:
    assert move_label(Move.parse(move)) == label


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(Color.WHITE, Reason.THREE_TOWERS), f"**Ada** wins 0{TO}0 with three Towers."),
        (Outcome(Color.BLACK, Reason.RESIGNATION), "**Blaise** wins: **Ada** resigned."),
        (Outcome(Color.BLACK, Reason.STUCK), "**Blaise** wins: **Ada** has no moves left."),
        (Outcome(None, Reason.DRAW), "A draw: no moves are left, and everything is tied."),
        (Outcome(Color.BLACK, Reason.COUNT_3), f"**Blaise** wins 0{TO}0 on points."),
    ],
)
def test_the_result_says_who_and_why(outcome: Outcome, sentence: str) -> None:
    assert result(WORDS, game("Sb2", outcome=outcome)) == sentence


@pytest.mark.parametrize(
    ("best_play", "sentence"),
    [
        (BestPlay(Color.WHITE, 7), "**Ada** wins with best play in 7 moves"),
        (BestPlay(Color.BLACK, 1), "**Blaise** wins with best play in 1 move"),
        (BestPlay(Color.BLACK), "**Blaise** wins with best play"),
        (BestPlay(None), "A draw with best play"),
    ],
)
def test_the_result_of_an_adjudicated_game_says_what_would_have_happened(
    best_play: BestPlay, sentence: str
) -> None:
    ended = game("Sb2", outcome=Outcome(best_play.winner, Reason.ADJUDICATION))
    assert result(WORDS, replace(ended, best_play=best_play)) == f"{sentence}: time was up."
    unknown = game("Sb2", outcome=Outcome(None, Reason.ADJUDICATION))
    assert result(WORDS, unknown) == ("A draw: time was up, and it isn't known who would have won.")


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        (Score(won=3, lost=2, drawn=0), f"**Ada** leads 3{TO}2 against **Blaise**."),
        (
            Score(won=0, lost=2, drawn=1),
            f"**Blaise** leads 2{TO}0 against **Ada**, with 1 draw.",
        ),
        (Score(won=1, lost=1, drawn=0), f"**Ada** and **Blaise** are tied 1{TO}1."),
        (
            Score(won=0, lost=0, drawn=2),
            f"**Ada** and **Blaise** are tied 0{TO}0, with 2 draws.",
        ),
    ],
)
def test_the_score_says_who_leads(score: Score, sentence: str) -> None:
    ended = game("Sb2 Ta2e Tc2n Sc3", outcome=RESIGNED)
    assert score_lines(WORDS, replace(ended, score=score)) == [sentence]


@pytest.mark.parametrize("reason", [Reason.RESIGNATION, Reason.ANNULLED])
def test_the_first_game_and_one_that_does_not_count_have_no_score(reason: Reason) -> None:
    winner, score = (None, Score(2, 0, 0)) if reason is Reason.ANNULLED else (Color.WHITE, Score(1, 0, 0))
    ended = game("Sb2 Ta2e Tc2n Sc3", outcome=Outcome(winner, reason))
    assert score_lines(WORDS, replace(ended, score=score)) == []


def test_an_annulled_game_of_a_cup_says_who_never_moved_or_that_a_moderator_annulled_it() -> None:
    annulled = Outcome(None, Reason.ANNULLED)
    for moves, said in (
        ("", "**Ada** never made a move, so it doesn't count."),
        ("Sb2", "**Blaise** never made a move, so it doesn't count."),
        ("Sb2 Ta2e", "A moderator annulled the game, so it doesn't count."),
    ):
        assert result(WORDS, replace(game(moves, outcome=annulled), event=7)) == said


async def test_names_that_no_one_chose_are_in_the_language_of_the_message() -> None:
    gone, computer = Player(-5, "Deleted player"), Player(3, "Computer, level 3")
    ended = replace(game("Sb2 Ta2e Tc2n Sc3", outcome=RESIGNED), white=gone, black=computer)
    board = replace(ended.board, language="pl")
    shown = " ".join(texts_of(await board_message(ended, NO_ICONS, board=board)))
    assert "**Usunięty gracz wygrywa: Komputer, poziom 3 poddaje partię**" in shown
    assert "Computer" not in shown


def test_a_beaten_level_is_only_said_once() -> None:
    won = replace(game("Sb2 Ta2e Tc2n Sc3", outcome=RESIGNED), black=Player(3, "Computer, level 3"))
    assert level_lines(WORDS, won) == ["Level 3 beaten. Next: level 4"]
    badge = EarnedBadge(won.white.id, Badge.LEVEL_3)
    assert level_lines(WORDS, replace(won, badges=(badge,))) == ["Next: level 4"]


def test_a_short_game_in_a_cup_is_only_too_short_for_ratings() -> None:
    ended = game("Sb2", outcome=RESIGNED)
    assert rating_lines(WORDS, ended) == ["The game was too short to count."]
    in_cup = replace(ended, event=7, rated=True)
    assert rating_lines(WORDS, in_cup) == ["The game was too short for ratings."]
    assert rating_lines(WORDS, replace(in_cup, rated=False)) == []


def test_a_name_appears_unchanged_in_an_alt_text() -> None:
    ended = replace(game("Sb2", outcome=RESIGNED), white=Player(101, "a_b*"))
    assert "Pyrga board at the end. a_b* wins: Blaise resigned. " in described(ended)
    assert result(WORDS, ended) == r"**a\_b\*** wins: **Blaise** resigned."


def described(shown: Game) -> str:
    return match_picture(WORDS, "board.png", b"", shown).description


def test_the_alt_text_describes_the_whole_position_in_the_order_that_is_heard() -> None:
    assert described(game("Sb2 Ta2e Cc2")) == (
        "Last move: Cylinder on c2. Pyrga board after move 3, Black to play. "
        "Ada (White) against Blaise (Black). Play on: c2. "
        "Row 4: empty. Row 3: empty. Row 2: a2 black Triangle right; b2 white Square; c2 white Cylinder. "
        "Row 1: empty. "
        "White: Towers 0; in hand: Squares 4, Triangles 5, Cylinders 4. "
        "Black: Towers 0; in hand: Squares 5, Triangles 4, Cylinders 5."
    )


@pytest.mark.parametrize("outcome", [None, RESIGNED, Outcome(None, Reason.ANNULLED)])
def test_the_alt_text_asks_no_one_to_play_on_once_the_game_is_over(outcome: Outcome | None) -> None:
    text = described(game("Sb2 Ta2e Cc2", outcome=outcome))
    assert ("Play on" in text) is (outcome is None)
    assert ("at the end" in text) is (outcome is not None)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_alt_text_of_any_position_and_any_replay_fits_completely(ruleset: Ruleset) -> None:
    for seed in range(20):
        positions = [*random_positions(Random(seed), ruleset)]
        for position in positions:
            text = position_text(WORDS, position, [headline(WORDS, position)], board_lines(WORDS, position))
            assert 0 < len(text) < LONGEST - 100
        moves = tuple(RecordedMove(each.last_move) for each in positions if each.last_move is not None)
        record = Record(ruleset, moves, positions[-1].outcome())
        assert 0 < len(" ".join(replay_lines(WORDS, game_at(positions[-1]), record))) < LONGEST - 50

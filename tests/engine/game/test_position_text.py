"""The text of a position, and positions that no game can reach."""

from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given, strategies

from engine import InvalidPositionError, Position, Ruleset
from tests.engine.games import positions

pytestmark = pytest.mark.quick


@given(positions())
def test_the_text_of_a_position_reads_back(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert "\n" not in str(position)


@given(positions())
def test_the_repr_of_a_position_recreates_it(position: Position) -> None:
    assert eval(repr(position), {"Position": Position}) == position  # noqa: S307 - its own representation


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("", "pyrga white - - -"),
        ("Tb3e", "pyrga black Tb3e Tb3e -"),
        ("Sb3 Tc3n Cc4 Sc4 Cb4", "pyrga black Cb4 Sb3,Cb4,Cc4 Sc4,Tc3n"),
    ],
)
def test_the_text_has_the_ruleset_side_last_piece_and_both_players_pieces(moves: str, text: str) -> None:
    assert str(Position.replay("pyrga", moves.split())) == text


def test_pieces_may_be_given_in_any_order_and_in_any_form_of_a_move() -> None:
    assert (
        str(Position.parse("  pyrga black cb4 cc4,Cb4,sB3\tTc3^,Sc4 "))
        == "pyrga black Cb4 Sb3,Cb4,Cc4 Sc4,Tc3n"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it has 0 fields"),
        ("pyrga white - -", "it has 4 fields"),
        ("pyrga white - - - -", "it has 6 fields"),
        ("chess white - - -", "'chess' is not one of pyrga, classic, pilotis"),
        ("pyrga gray - - -", "'gray' is not one of white, black"),
        ("pyrga black Xa1 Sa1 -", "'Xa1' is not a move"),
        ("pyrga black Ta1 Ta1n -", "'Ta1' needs a direction: Ta1n, Ta1e"),
        ("pyrga white Sa1 Sa2,,Sb1 Sa1", "'' is not a move"),
    ],
)
def test_a_malformed_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert caught.value.text == text
    assert caught.value.reason.startswith(reason)


IMPOSSIBLE = [
    ("pyrga black Ta1w Ta1w -", "Ta1w points off the board"),
    ("pyrga white Sa2 Sa1 Sa1,Sa2", "a1 has 2 Squares"),
    ("pyrga white Tb1n Tb1e Tb1n", "b1 has 2 Triangles"),
    ("pyrga white Cb1 Cb1,Cb1 Sa1,Sa2", "b1 has 2 Cylinders"),
    ("pyrga white Sc4 Sa1,Sb1,Sc1,Sd1,Sa2,Sb2 Sa4,Sb4,Sc4,Ca4,Cb4,Cc4", "white has 6 Squares"),
    ("pyrga black Sa1 - -", "0 white and 0 black pieces cannot be on the board with black to move"),
    ("pyrga white Sa1 Sa1 -", "1 white and 0 black pieces cannot be on the board with white to move"),
    ("pyrga black Sa1 Sa1 Ca1", "1 white and 1 black pieces cannot"),
    ("pyrga white Sa1 - Sa1", "0 white and 1 black pieces cannot"),
    ("pyrga black - Sa1 -", "there are pieces on the board but no last piece"),
    ("pyrga white Sa1 - -", "the last piece Sa1 is not one of black's pieces"),
    ("pyrga white Sa1 Sa1 Ca2", "the last piece Sa1 is not one of black's pieces"),
    ("pyrga black Tb2e Tb2n -", "the last piece Tb2e is not one of white's pieces"),
    ("pyrga black Sa1 Sb1 -", "the last piece Sa1 is not one of white's pieces"),
    ("pyrga white Cd4 Sa1 Cd4", "the last piece Cd4 could not be played"),
    ("pyrga black Sb1 Sa1,Sb1 Ca2", "white has only Squares"),
    ("pyrga white Cc1 Sa1,Sb1 Ca2,Cc1", "white has only Squares"),
    # The last piece fits the one before it, but no first piece fits that one.
    ("pyrga black Td4s Sa1,Td4s Cd4", "the last piece Td4s could not be played"),
    # Four pieces: the last three only fit each other in one order, and the first doesn't fit that.
    ("pyrga white Tb4e Ca1,Sb4 Cb4,Tb4e", "the last piece Tb4e could not be played"),
]


@pytest.mark.parametrize(("text", "reason"), IMPOSSIBLE)
def test_an_unreachable_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert caught.value.reason.startswith(reason)


def test_two_white_squares_are_possible_without_the_opening_restriction() -> None:
    assert Position.parse("classic black Sb1 Sa1,Sb1 Cb1").ply == 3


WHITE_TOWERS, BLACK_PARTS = "Sb1,Sc1,Sd1,Tb1n,Tc1n,Td1n", "Cb1,Cc1,Cd1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"pyrga white Ca1 {WHITE_TOWERS},Sa1,Ta1n {BLACK_PARTS},Ca1,Sa3,Sb3,Sc3,Sd3",
            "white controls 4 Towers and black 0; the game ends when one player controls 3",
        ),
        (
            f"pyrga white Sa2 {WHITE_TOWERS},Ca2,Ca3,Ca4 {BLACK_PARTS},Sa2,Sa3,Sa4,Ta2n,Ta3n,Ta4e",
            "white controls 3 Towers and black 3; the game ends when one player controls 3",
        ),
        (
            f"pyrga white Sa4 {WHITE_TOWERS},Ca2 {BLACK_PARTS},Sa4,Sb4,Sc4,Ca4",
            "the game was already over before the last piece Sa4",
        ),
    ],
)
def test_a_game_ends_with_the_third_tower_of_either_side(text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize("ruleset", Ruleset)
def test_two_pieces_are_accepted_exactly_if_a_game_can_reach_them(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    firsts = [start.play(move) for move in start.legal_moves]
    reached = {first.play(move) for first in firsts for move in first.legal_moves}
    accepted = set()
    for white, black in product(start.legal_moves, repeat=2):
        with suppress(InvalidPositionError):
            accepted.add(Position.parse(f"{ruleset} white {black} {white} {black}"))
    assert accepted == reached


WORDS = [
    "pyrga",
    "classic",
    "white",
    "black",
    "-",
    "Sa1",
    "Ta1n",
    "Tb2w",
    "Cd4",
    "Sa1,Cb2",
    "Ta1n,Sb1",
    "Ta1",
]


@given(
    strategies.lists(strategies.sampled_from(WORDS), max_size=6).map(" ".join) | strategies.text(max_size=30)
)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with suppress(InvalidPositionError):
        position = Position.parse(text)
        assert Position.parse(str(position)) == position

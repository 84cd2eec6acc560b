"""Spaces and moves, their text and their order."""

import operator
import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, strategies

from engine import AmbiguousMoveError, Direction, InvalidMoveError, Kind, Move, Position, Space

pytestmark = pytest.mark.quick


def test_spaces_are_numbered_along_the_rows_from_a1() -> None:
    assert [str(space) for space in Space][:5] == ["a1", "b1", "c1", "d1", "a2"]
    assert [int(space) for space in Space] == list(range(16))


@pytest.mark.parametrize("space", Space)
def test_the_text_of_a_space_reads_back(space: Space) -> None:
    assert Space.parse(str(space)) is space
    assert Space.parse(str(space).upper()) is space
    assert Space.at(space.column, space.row) is space


@pytest.mark.parametrize("text", ["", "a0", "a5", "e1", "11", "a1 ", "a11"])
def test_other_texts_are_not_spaces(text: str) -> None:
    with pytest.raises(ValueError, match="is not a space"):
        Space.parse(text)


@pytest.mark.parametrize(
    ("space", "neighbors"),
    [
        (Space.A1, [Space.A2, Space.B1]),
        (Space.D4, [Space.D3, Space.C4]),
        (Space.B1, [Space.B2, Space.C1, Space.A1]),
        (Space.C2, [Space.C3, Space.D2, Space.C1, Space.B2]),
    ],
)
def test_neighbors_are_listed_north_east_south_west(space: Space, neighbors: list[Space]) -> None:
    assert list(space.neighbors) == neighbors


def test_a_line_runs_to_the_edge_without_its_own_space() -> None:
    assert Space.B1.line(Direction.NORTH) == (Space.B2, Space.B3, Space.B4)
    assert Space.B1.line(Direction.EAST) == (Space.C1, Space.D1)
    assert Space.B1.line(Direction.SOUTH) == ()
    assert Space.B1.line(Direction.WEST) == (Space.A1,)


ALL_MOVES = tuple(Position.start().legal_moves)


def test_the_first_player_chooses_among_16_squares_48_triangles_and_16_cylinders() -> None:
    kinds = [move.kind for move in ALL_MOVES]
    assert [kinds.count(kind) for kind in Kind] == [16, 48, 16]


def test_moves_are_ordered_by_kind_then_space_then_direction() -> None:
    texts = [str(move) for move in ALL_MOVES]
    assert texts[:2] == ["Sa1", "Sb1"]
    assert texts[15:21] == ["Sd4", "Ta1n", "Ta1e", "Tb1n", "Tb1e", "Tb1w"]
    assert texts[-2:] == ["Cc4", "Cd4"]
    assert all(first < second for first, second in pairwise(ALL_MOVES))


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_the_text_of_a_move_reads_back(move: Move) -> None:
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize(
    ("text", "printed"),
    [("sb3", "Sb3"), ("CA1", "Ca1"), ("tC2N", "Tc2n")]
    + [(f"Tc2{arrow}", f"Tc2{letter}") for arrow, letter in zip("^>v<V↑→↓←", "neswsnesw", strict=True)],
)
def test_any_case_and_arrows_are_accepted(text: str, printed: str) -> None:
    assert str(Move.parse(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S",
        "Sb",
        "b3",
        "Sb5",
        "Se1",
        "Sb3n",
        "Ca1^",
        "Tc2x",
        "Tc2nn",
        "Rb3",
        " Sb3",
        "Sb3 ",
        "Sb3\n",
        "\u017fb3",
    ],
)
def test_a_malformed_text_is_not_a_move(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.parse(text)
    assert caught.value.text == text


def test_a_triangle_without_direction_is_ambiguous_among_those_on_the_board() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        Move.parse("ta4")
    assert caught.value.text == "ta4"
    assert [str(candidate) for candidate in caught.value.candidates] == ["Ta4e", "Ta4s"]


def test_a_triangle_that_points_off_the_board_is_a_move_but_never_a_legal_one() -> None:
    move = Move.parse("Ta1w")
    assert move.points_off_board
    assert move not in Position.start().legal_moves


@pytest.mark.parametrize(
    ("kind", "direction"),
    [(Kind.TRIANGLE, None), (Kind.SQUARE, Direction.NORTH), (Kind.CYLINDER, Direction.WEST)],
)
def test_only_a_triangle_has_a_direction_and_every_triangle_does(
    kind: Kind, direction: Direction | None
) -> None:
    with pytest.raises(ValueError, match="a Triangle has a direction"):
        Move(kind, Space.A1, direction)


def test_moves_are_values() -> None:
    move = Move(Kind.TRIANGLE, Space.C2, Direction.NORTH)
    assert move == Move.parse("Tc2n")
    assert len({move, Move.parse("Tc2n"), Move.parse("Tc2e")}) == 2
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - its own dump


def test_moves_are_compared_by_list_order() -> None:
    first, same, last = Move.parse("Sa1"), Move.parse("sa1"), Move.parse("Cd4")
    assert first < last
    assert first <= same
    assert last > first
    assert first >= same


@pytest.mark.parametrize("comparison", [operator.lt, operator.le, operator.gt, operator.ge])
def test_moves_can_only_be_compared_with_moves(comparison: Callable[[object, object], bool]) -> None:
    with pytest.raises(TypeError):
        comparison(Move.parse("Sa1"), "Sa1")


@given(strategies.text(max_size=6))
def test_any_text_is_a_move_or_one_of_two_errors(text: str) -> None:
    with suppress(InvalidMoveError, AmbiguousMoveError):
        move = Move.parse(text)
        assert Move.parse(str(move)) == move

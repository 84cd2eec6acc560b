"""Positions: what they are, what can be played in them, and how games end."""

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from

from engine import (
    AmbiguousMoveError,
    Color,
    DemandReason,
    EngineError,
    IllegalMoveError,
    IllegalMoveRule,
    InvalidMoveError,
    Kind,
    Move,
    Piece,
    Position,
    Ruleset,
    Space,
    Symmetry,
)
from tests.engine.games import positions

pytestmark = pytest.mark.quick


def after(moves: str, ruleset: Ruleset = Ruleset.PYRGA) -> Position:
    return Position.replay(ruleset, moves.split())


def legal(position: Position) -> str:
    return " ".join(map(str, position.legal_moves))


def test_the_game_starts_with_white_an_empty_board_and_fifteen_pieces_each() -> None:
    start = Position.start()
    assert start.ruleset is Ruleset.PYRGA
    assert (start.ply, start.turn, start.last_move) == (0, Color.WHITE, None)
    assert not any(start.pieces(space) for space in Space)
    for color in Color:
        assert dict(start.hand(color)) == {Kind.SQUARE: 5, Kind.TRIANGLE: 5, Kind.CYLINDER: 5}
        assert start.towers(color) == ()


def test_playing_does_not_change_the_old_position() -> None:
    start = Position.start()
    following = start.play(Move.parse("Sb3"))
    assert (start.ply, following.ply) == (0, 1)
    assert following.last_move == Move.parse("Sb3")
    assert start == Position.start() != following


def test_a_move_and_a_whole_game_can_be_given_as_text() -> None:
    moves = ["Sb3", "Cb2", "Tb2n"]
    position = Position.start()
    for text in moves:
        position = position.play(text)
    assert position == Position.replay("pyrga", moves) == Position.replay("pyrga", " Sb3 Cb2\nTb2n ")
    assert position == Position.replay("pyrga", map(Move.parse, moves))
    assert Position.replay("pyrga", "") == Position.start()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Sb9", InvalidMoveError),
        ("", InvalidMoveError),
        ("Tb3", AmbiguousMoveError),
        ("Ta1s", IllegalMoveError),
    ],
)
def test_a_text_that_is_not_a_legal_move_is_an_error(text: str, error: type[EngineError]) -> None:
    with pytest.raises(error):
        Position.start().play(text)
    with pytest.raises(InvalidMoveError):
        Position.replay("pyrga", "Sb3Cb2")


def test_nothing_can_be_assigned_to_a_position() -> None:
    with pytest.raises(FrozenInstanceError):
        Position.start().ruleset = Ruleset.CLASSIC  # type: ignore[misc]


def test_a_square_asks_for_the_adjacent_spaces() -> None:
    assert legal(after("Sa1")) == "Sb1 Sa2 Tb1n Tb1e Tb1w Ta2n Ta2e Ta2s Cb1 Ca2"


def test_a_triangle_asks_for_its_line_past_pieces_but_not_for_its_own_space() -> None:
    spaces = {move.space for move in after("Sb2 Ta2e").legal_moves}
    assert spaces == {Space.B2, Space.C2, Space.D2}


def test_a_cylinder_asks_for_its_own_space() -> None:
    assert legal(after("Cd4")) == "Sd4 Td4s Td4w"


def test_pieces_are_listed_with_kind_color_and_direction() -> None:
    position = after("Cb3 Tb3e Sd3")
    cylinder = Piece(Kind.CYLINDER, Color.WHITE, None)
    triangle = Piece(Kind.TRIANGLE, Color.BLACK, Move.parse("Tb3e").direction)
    assert position.pieces(Space.B3) == (triangle, cylinder)
    assert position.pieces(Space.D3) == (Piece(Kind.SQUARE, Color.WHITE, None),)


def test_only_in_pyrga_may_white_not_begin_with_two_squares() -> None:
    begun = "Sb2 Cb1"
    assert legal(after(begun)) == "Tb1n Tb1e Tb1w"
    for ruleset in (Ruleset.CLASSIC, Ruleset.PILOTIS):
        assert legal(after(begun, ruleset)) == "Sb1 Tb1n Tb1e Tb1w"


def test_the_opening_restriction_only_applies_to_whites_second_piece_after_a_square() -> None:
    black_may = after("Sb2")
    first_was_a_triangle = after("Tb2e Cc2")
    third_piece = after("Sb2 Cb1 Tb1e Cc1")
    for position in (black_may, first_was_a_triangle, third_piece):
        assert any(move.kind is Kind.SQUARE for move in position.legal_moves)


@pytest.mark.parametrize(
    ("moves", "move", "rule"),
    [
        ("", "Ta1w", IllegalMoveRule.OFF_BOARD),
        ("Sb3 Cb2", "Cb2", IllegalMoveRule.KIND_TAKEN),
        ("Sb3", "Sa1", IllegalMoveRule.NOT_DEMANDED),
        ("Sb2 Cb1", "Sb1", IllegalMoveRule.OPENING),
        ("Tc4s Tc1n Tc3e Sd3 Td2w Cc2 Tc2w Tb2w Ta2s Sa1", "Tb1n", IllegalMoveRule.NOT_IN_HAND),
        ("Td3n Sd4 Sd3 Td2n Cd3", "Cd4", IllegalMoveRule.NOT_EMPTY),
        ("Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2", "Sa1", IllegalMoveRule.FINISHED),
    ],
)
def test_an_illegal_move_is_refused_by_the_rule_that_forbids_it(
    moves: str,
    move: str,
    rule: IllegalMoveRule,
) -> None:
    position = after(moves)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(Move.parse(move))
    assert (caught.value.move, caught.value.position, caught.value.rule) == (Move.parse(move), position, rule)
    assert rule.sentence in str(caught.value)


def test_replaying_takes_moves_and_texts_and_raises_three_different_errors() -> None:
    assert Position.replay("pyrga", [Move.parse("Sb3"), "cb2"]).ply == 2
    with pytest.raises(InvalidMoveError):
        after("Sb3 nonsense")
    with pytest.raises(AmbiguousMoveError):
        after("Sb3 Tb2")
    with pytest.raises(IllegalMoveError):
        after("Sb3 Sb3")
    with pytest.raises(ValueError, match="nonsense"):
        Position.replay("nonsense", [])


@given(positions())
def test_every_legal_move_can_be_played_and_no_other(position: Position) -> None:
    listed = list(position.legal_moves)
    assert listed == sorted(listed)
    for move in Position.start().legal_moves:
        assert (move in listed) == (move in position.legal_moves)
        if move in position.legal_moves:
            assert position.play(move).last_move == move
        else:
            with pytest.raises(IllegalMoveError):
                position.play(move)


@given(positions())
def test_legal_moves_are_a_sequence(position: Position) -> None:
    moves = position.legal_moves
    listed = list(moves)
    assert len(moves) == len(listed)
    assert bool(moves) == bool(listed)
    assert [moves[index] for index in range(len(moves))] == listed
    assert moves[1:] == listed[1:]


@given(positions())
def test_pieces_and_hands_add_up(position: Position) -> None:
    pieces = [piece for space in Space for piece in position.pieces(space)]
    assert len(pieces) == position.ply == sum(len(position.placed(color)) for color in Color)
    for color in Color:
        on_board = Counter(piece.kind for piece in pieces if piece.color is color)
        assert {kind: on_board[kind] + position.hand(color)[kind] for kind in Kind} == dict.fromkeys(Kind, 5)
        assert Counter(move.kind for move in position.placed(color)) == on_board


@given(positions(), sampled_from(Symmetry))
def test_a_position_contains_itself_however_it_is_turned_and_no_later_one(
    position: Position, symmetry: Symmetry
) -> None:
    assert position.contains(position.transformed(symmetry))
    for move in position.legal_moves[:3]:
        later = position.play(move).transformed(symmetry)
        assert later.contains(position)
        assert not position.contains(later)


@given(positions())
def test_a_space_never_holds_two_pieces_of_a_kind(position: Position) -> None:
    for space in Space:
        kinds = [piece.kind for piece in position.pieces(space)]
        assert len(kinds) == len(set(kinds))


@given(positions())
def test_a_tower_belongs_to_the_player_who_owns_most_of_it(position: Position) -> None:
    for space in Space:
        pieces = position.pieces(space)
        for color in Color:
            owned = sum(piece.color is color for piece in pieces)
            assert (space in position.towers(color)) == (len(pieces) == 3 and owned >= 2)


@given(positions())
def test_a_game_is_over_exactly_when_no_moves_are_left(position: Position) -> None:
    assert (position.outcome() is None) == bool(position.legal_moves)
    assert (position.demand.why is DemandReason.FINISHED) == (position.outcome() is not None)


@given(positions())
def test_the_demand_names_the_spaces_that_can_be_played(position: Position) -> None:
    demand = position.demand
    assert demand.move == position.last_move
    assert set(demand.playable) == {move.space for move in position.legal_moves}
    assert list(demand.playable) == sorted(demand.playable)
    assert list(demand.spaces) == sorted(demand.spaces)
    if demand.why.is_fallback:
        assert list(demand.playable) == [space for space in Space if not position.pieces(space)]
    else:
        assert set(demand.playable) <= set(demand.spaces)


@given(positions())
def test_a_constrained_turn_has_at_most_22_moves(position: Position) -> None:
    if position.demand.why is DemandReason.CONSTRAINED:
        assert len(position.legal_moves) <= 22


def test_the_demand_at_the_start_is_the_whole_board() -> None:
    demand = Position.start().demand
    assert (demand.move, demand.why) == (None, DemandReason.FIRST_MOVE)
    assert demand.spaces == demand.playable == tuple(Space)


def test_the_demand_of_a_finished_game_still_shows_where_the_last_piece_points() -> None:
    demand = after("Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2").demand
    assert (demand.spaces, demand.playable) == ((Space.D1, Space.C2, Space.D3), ())


@given(positions())
def test_positions_are_values(position: Position) -> None:
    twin = Position.parse(str(position))
    assert twin == position
    assert hash(twin) == hash(position)
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301 - its own dump


def test_the_order_of_play_does_not_distinguish_positions() -> None:
    assert after("Sa1 Sa2 Ta1n Ta2n") == after("Ta1n Sa2 Sa1 Ta2n")


def test_ruleset_last_piece_and_old_directions_distinguish_positions() -> None:
    assert after("Sb3") != after("Sb3", Ruleset.CLASSIC)
    assert after("Sa1 Sa2 Ta1n") != after("Ta1n Sa2 Sa1")
    north, south = (Position.parse(f"pyrga white Sa1 Ta2{way},Ta4s Sa1,Sa3") for way in "ns")
    assert north != south
    assert north.legal_moves[:] == south.legal_moves[:]

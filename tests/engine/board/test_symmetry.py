"""The eight symmetries and the canonical form."""

import pytest
from hypothesis import given, strategies

from engine import Color, Direction, Move, Position, Ruleset, Space, Symmetry, perft
from tests.engine.games import positions

pytestmark = pytest.mark.quick

symmetries = strategies.sampled_from(Symmetry)


def test_the_eight_symmetries_are_different_and_fix_the_shape_of_the_board() -> None:
    images = {tuple(symmetry.space(space) for space in Space) for symmetry in Symmetry}
    assert len(images) == 8
    assert all(set(image) == set(Space) for image in images)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_directions_are_transformed_along_with_the_spaces(symmetry: Symmetry) -> None:
    for space in Space:
        for direction in Direction:
            line = symmetry.space(space).line(symmetry.direction(direction))
            assert line == tuple(map(symmetry.space, space.line(direction)))


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the symmetry that undoes another one."""
    (undoing,) = (
        other for other in Symmetry if all(other.space(symmetry.space(space)) is space for space in Space)
    )
    return undoing


@pytest.mark.parametrize("symmetry", Symmetry)
def test_transforming_a_move_back_restores_it(symmetry: Symmetry) -> None:
    for move in (*Position.start().legal_moves, Move.parse("Ta1s")):
        assert inverse(symmetry).move(symmetry.move(move)) == move


def test_a_triangle_that_points_off_the_board_still_does_when_transformed() -> None:
    assert str(Symmetry.HALF_TURN.move(Move.parse("Ta1s"))) == "Td4n"


@given(positions(), symmetries)
def test_the_rules_are_the_same_under_every_symmetry(position: Position, symmetry: Symmetry) -> None:
    image = position.transformed(symmetry)
    assert sorted(image.legal_moves) == sorted(map(symmetry.move, position.legal_moves))
    assert image.outcome() == position.outcome()
    assert image.demand.why == position.demand.why
    for color in Color:
        assert image.hand(color) == position.hand(color)
        assert set(image.towers(color)) == set(map(symmetry.space, position.towers(color)))
    assert image.transformed(inverse(symmetry)) == position


@given(positions(), symmetries)
def test_playing_and_transforming_commute(position: Position, symmetry: Symmetry) -> None:
    for move in position.legal_moves[:3]:
        assert position.play(move).transformed(symmetry) == position.transformed(symmetry).play(
            symmetry.move(move)
        )


@given(positions())
def test_all_images_of_a_position_share_a_canonical_form_which_is_one_of_them(position: Position) -> None:
    images = {position.transformed(symmetry) for symmetry in Symmetry}
    (canonical,) = {image.canonical() for image in images}
    assert canonical in images
    assert canonical.canonical() == canonical
    assert position.transformed(position.canonical_symmetry()) == canonical
    assert canonical.transformed(inverse(position.canonical_symmetry())) == position


def test_there_are_twelve_first_moves_up_to_symmetry() -> None:
    start = Position.start()
    firsts = {start.play(move).canonical() for move in start.legal_moves}
    texts = " ".join(sorted(str(first.last_move) for first in firsts))
    assert texts == "Ca1 Cb1 Cb2 Sa1 Sb1 Sb2 Ta1n Tb1e Tb1n Tb1w Tb2n Tb2s"


@pytest.mark.parametrize("ruleset", Ruleset)
def test_first_moves_related_by_a_symmetry_have_equal_trees(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    trees: dict[Position, set[int]] = {}
    for move in start.legal_moves:
        first = start.play(move)
        trees.setdefault(first.canonical(), set()).add(perft(first, 2))
    assert all(len(counts) == 1 for counts in trees.values())

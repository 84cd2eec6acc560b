"""The board: spaces, their neighbors and the lines between them."""

import pytest

from engine import Direction, Space

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

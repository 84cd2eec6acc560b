"""The order in which spaces and moves are named everywhere: as one reads the board."""

from collections.abc import Iterable
from typing import Final

from engine import Direction, Kind, Move, Space

_WIDTH = 4

ROWS: Final = tuple(tuple(Space)[start : start + _WIDTH] for start in range(0, len(Space), _WIDTH))[::-1]
"""The board's rows from the top, each from a to d."""

KINDS: Final = (Kind.SQUARE, Kind.CYLINDER, Kind.TRIANGLE)
"""Triangles come last, because a space can have four of them."""

_DIRECTIONS = (None, *Direction)
_INDEXES = {space: index for index, space in enumerate(space for row in ROWS for space in row)}


def spaces_as_read(spaces: Iterable[Space]) -> list[Space]:
    """Return the spaces from the top row down, in a row from a to d.

    >>> [str(space) for space in spaces_as_read([Space.B1, Space.A2, Space.C2, Space.B3])]
    ['b3', 'a2', 'c2', 'b1']
    """
    return sorted(spaces, key=_INDEXES.__getitem__)


def moves_as_read(moves: Iterable[Move]) -> list[Move]:
    """Return the moves by kind, then in the order of their spaces, then by direction."""
    return sorted(
        moves,
        key=lambda move: (
            KINDS.index(move.kind),
            _INDEXES[move.space],
            _DIRECTIONS.index(move.direction),
        ),
    )

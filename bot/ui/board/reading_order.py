"""The order that moves and spaces are offered in: the way the board is read."""

from collections.abc import Iterable, Sequence
from itertools import chain

from engine import Direction, Kind, Move, Space

_WIDTH = 4
_KINDS = tuple(Kind)
_DIRECTIONS = (None, *Direction)


def rows_from_top() -> Sequence[Sequence[Space]]:
    """The board's rows from the top, each from a to d."""
    spaces = list(Space)
    return [spaces[start : start + _WIDTH] for start in range(0, len(spaces), _WIDTH)][::-1]


_INDEXES = {space: index for index, space in enumerate(chain.from_iterable(rows_from_top()))}


def in_reading_order(moves: Iterable[Move]) -> Sequence[Move]:
    """The moves by kind, then from the top row down and from a to d, then by direction."""
    return sorted(
        moves,
        key=lambda move: (
            _KINDS.index(move.kind),
            _INDEXES[move.space],
            _DIRECTIONS.index(move.direction),
        ),
    )

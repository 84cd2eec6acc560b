"""The directions of all Triangles on a board as one integer, two bits for each space."""

from engine.move import MOVES, Move
from engine.space import Direction, Space

__all__ = ["DIRECTION_BITS", "direction_on"]

_DIRECTIONS = tuple(Direction)
_BITS = 2


def _bits(move: Move) -> int:
    return 0 if move.direction is None else _DIRECTIONS.index(move.direction) << _BITS * move.space


DIRECTION_BITS: dict[int, int] = {move.number: _bits(move) for move in MOVES}
"""What a move adds to the directions, by the move's number."""


def direction_on(directions: int, space: Space) -> Direction:
    """Return the direction of the Triangle on `space`, which must have one."""
    return _DIRECTIONS[directions >> _BITS * space & (1 << _BITS) - 1]

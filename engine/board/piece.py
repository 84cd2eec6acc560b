"""The pieces: two colors, three kinds, five of each kind in either hand."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board.space import Direction

__all__ = ["HAND_OF_EACH_KIND", "Color", "Kind", "Piece"]

HAND_OF_EACH_KIND = 5
"""How many pieces of each kind a player holds before the first move."""


class Color(StrEnum):
    """A player and that player's pieces. White moves first.

    >>> Color.WHITE.opponent
    <Color.BLACK: 'black'>
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> "Color":
        """The other player.

        >>> Color.BLACK.opponent.value
        'white'
        """
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class Kind(StrEnum):
    """A kind of piece, in the order of every list: Square, Triangle, Cylinder. The value is its letter.

    >>> [kind.value for kind in Kind]
    ['S', 'T', 'C']
    """

    SQUARE = "S"
    TRIANGLE = "T"
    CYLINDER = "C"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board. `direction` is where a Triangle points, and None for the other kinds.

    >>> from engine import Position, Space
    >>> Position.replay("pyrga", ["Tc2n"]).pieces(Space.C2)[0].direction
    <Direction.NORTH: 'n'>
    """

    kind: Kind
    color: Color
    direction: Direction | None

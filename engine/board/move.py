"""Pieces and moves: two colors, three kinds, five of each kind in either hand, each put on a space."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board.space import Direction, Space
from engine.errors import EngineError

__all__ = [
    "HAND_OF_EACH_KIND",
    "MOVES",
    "AmbiguousMoveError",
    "Color",
    "InvalidMoveError",
    "Kind",
    "Move",
    "Piece",
]


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
        """Return the other player.

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
    """A piece on the board. ``direction`` is where a Triangle points, and None for the other kinds.

    >>> from engine import Position, Space
    >>> Position.replay("pyrga", ["Tc2n"]).pieces(Space.C2)[0].direction
    <Direction.NORTH: 'n'>
    """

    kind: Kind
    color: Color
    direction: Direction | None


_TEXT = re.compile(
    r"(?P<kind>[STC]) (?P<space>[A-D][1-4]) (?P<direction>[NESW^>V<↑→↓←])?",
    # ASCII: otherwise ignoring the case would also let a long s (U+017F) pass for an S.
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)
_ARROWS = str.maketrans("^>v<↑→↓←", "neswnesw")

_FIRST_TRIANGLE = len(Space)
_FIRST_CYLINDER = _FIRST_TRIANGLE + len(Space) * len(Direction)
_DIRECTION_ORDER = {direction: order for order, direction in enumerate(Direction)}


def _number(kind: Kind, space: Space, direction: Direction | None) -> int:
    if direction is not None:
        return _FIRST_TRIANGLE + len(Direction) * space + _DIRECTION_ORDER[direction]
    return space if kind is Kind.SQUARE else _FIRST_CYLINDER + space


class InvalidMoveError(EngineError):
    """A text isn't a move.

    Attributes:
        text: The text as it was given.

    >>> from engine import Move
    >>> try:
    ...     Move.parse("Xb3")
    ... except InvalidMoveError as error:
    ...     print(error.text)
    Xb3
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!a} is not a move"


class AmbiguousMoveError(EngineError):
    """A text names a Triangle but not its direction.

    Attributes:
        text: The text as it was given.
        candidates: The Triangles on that space that don't point off the board, in list order.

    >>> from engine import Move
    >>> try:
    ...     Move.parse("Ta1")
    ... except AmbiguousMoveError as error:
    ...     print(*error.candidates)
    Ta1n Ta1e
    """

    def __init__(self, text: str, candidates: "tuple[Move, ...]") -> None:
        self.text = text
        self.candidates = candidates

    def __str__(self) -> str:
        return f"{self.text!a} needs a direction: {', '.join(map(str, self.candidates))}"


@dataclass(frozen=True, slots=True)
class Move:
    """One piece put on one space; a Triangle also has a direction.

    Moves are values: equal when kind, space and direction are, and ordered as lists of moves are (by kind in
    the order S T C, then space from a1 along the rows, then n e s w). A move need not be legal anywhere:
    whether it is depends on the position.

    Raises:
        ValueError: a Triangle has no direction, or another kind has one.

    >>> str(Move(Kind.TRIANGLE, Space.C2, Direction.NORTH))
    'Tc2n'
    >>> Move.parse("Sd4") < Move.parse("Ta1e") < Move.parse("Ca1")
    True
    """

    kind: Kind
    """The kind of the piece."""
    space: Space
    """The space it's put on."""
    direction: Direction | None = None
    """Where a Triangle points; None for the other kinds."""
    number: int = field(init=False, repr=False, compare=False)
    """The index of this move in the list order, 0 to 95; Triangles pointing off the board have one too."""

    def __post_init__(self) -> None:
        if (self.direction is None) == (self.kind is Kind.TRIANGLE):
            message = f"a Triangle has a direction and the other kinds have none: {self.kind} {self.space}"
            raise ValueError(message)
        object.__setattr__(self, "number", _number(self.kind, self.space, self.direction))

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Return the move that ``text`` names: kind, space and, for a Triangle, direction.

        Any case will do. A direction may be a letter (``n e s w``) or an arrow (``^ > v <`` or ``↑ → ↓ ←``).

        Raises:
            AmbiguousMoveError: ``text`` names a Triangle without its direction.
            InvalidMoveError: ``text`` isn't a move.

        >>> Move.parse("tC2↑") == Move.parse("Tc2n")
        True
        >>> Move.parse("Tc2")
        Traceback (most recent call last):
        ...
        engine.board.move.AmbiguousMoveError: 'Tc2' needs a direction: Tc2n, Tc2e, Tc2s, Tc2w
        >>> Move.parse("Sb5")
        Traceback (most recent call last):
        ...
        engine.board.move.InvalidMoveError: 'Sb5' is not a move
        """
        usual = _BY_TEXT.get(text)
        if usual is not None:
            return usual
        match = _TEXT.fullmatch(text)
        if match is None:
            raise InvalidMoveError(text)
        kind = Kind(match["kind"].upper())
        space = Space.parse(match["space"])
        if (kind is Kind.TRIANGLE) == (match["direction"] is not None):
            letter = match["direction"]
            return cls(kind, space, Direction(letter.lower().translate(_ARROWS)) if letter else None)
        if kind is Kind.TRIANGLE:
            raise AmbiguousMoveError(text, _triangles(space))
        raise InvalidMoveError(text)

    @property
    def points_off_board(self) -> bool:
        """Return whether this is a Triangle that points straight off the board, which no ruleset allows.

        >>> Move.parse("Ta1s").points_off_board, Move.parse("Ta1n").points_off_board
        (True, False)
        """
        return self.direction is not None and not self.space.line(self.direction)

    def __str__(self) -> str:
        return f"{self.kind.value}{self.space!s}{self.direction.value if self.direction else ''}"

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Move) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.number <= other.number if isinstance(other, Move) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.number > other.number if isinstance(other, Move) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.number >= other.number if isinstance(other, Move) else NotImplemented


def _triangles(space: Space) -> tuple[Move, ...]:
    everywhere = (Move(Kind.TRIANGLE, space, direction) for direction in Direction)
    return tuple(move for move in everywhere if not move.points_off_board)


MOVES: tuple[Move, ...] = tuple(
    move
    for kind in Kind
    for space in Space
    for move in (_triangles(space) if kind is Kind.TRIANGLE else (Move(kind, space),))
)
"""The 80 moves that some position allows, in list order.

>>> len(MOVES), str(MOVES[0]), str(MOVES[-1])
(80, 'Sa1', 'Cd4')
"""

_BY_TEXT = {str(move): move for move in MOVES}

"""The board and its moves: sixteen spaces, and pieces of two colors and three kinds, each put on a space.

Either hand has five pieces of each kind.
"""

import re
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Self

from engine.errors import EngineError

__all__ = [
    "BOARD_EDGE",
    "HAND_OF_EACH_KIND",
    "MOVES",
    "AmbiguousMoveError",
    "Color",
    "Direction",
    "InvalidMoveError",
    "Kind",
    "Move",
    "Piece",
    "Space",
]

BOARD_EDGE = 4
"""Number of columns and of rows."""


class Direction(StrEnum):
    """A direction on the board as White sees it: north is up, toward row 4.

    The value is the letter that move text uses.

    >>> [direction.value for direction in Direction]
    ['n', 'e', 's', 'w']
    """

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"

    @property
    def step(self) -> tuple[int, int]:
        """Return how one step changes the column and the row.

        >>> Direction.EAST.step, Direction.SOUTH.step
        ((1, 0), (0, -1))
        """
        return _STEPS[self]


_STEPS = {
    Direction.NORTH: (0, 1),
    Direction.EAST: (1, 0),
    Direction.SOUTH: (0, -1),
    Direction.WEST: (-1, 0),
}


class Space(IntEnum):
    """A space of the board. Its number counts from a1 along the rows: a1 is 0, d1 is 3, a2 is 4, d4 is 15.

    >>> str(Space.C2), int(Space.C2), Space.C2.column, Space.C2.row
    ('c2', 6, 2, 1)
    """

    A1 = 0
    B1 = 1
    C1 = 2
    D1 = 3
    A2 = 4
    B2 = 5
    C2 = 6
    D2 = 7
    A3 = 8
    B3 = 9
    C3 = 10
    D3 = 11
    A4 = 12
    B4 = 13
    C4 = 14
    D4 = 15

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the space that a text such as ``c2`` names, in any case.

        Raises:
            ValueError: ``text`` doesn't name a space.

        >>> Space.parse("c2")
        <Space.C2: 6>
        """
        try:
            return cls[text.upper()]
        except KeyError:
            message = f"{text!r} is not a space; spaces are a1 to d4"
            raise ValueError(message) from None

    @classmethod
    def at(cls, column: int, row: int) -> Self | None:
        """Return the space in this column and row (each 0 to 3 on the board), or None beyond the edge.

        >>> Space.at(column=2, row=1)
        <Space.C2: 6>
        >>> Space.at(column=4, row=1) is None
        True
        """
        if 0 <= column < BOARD_EDGE and 0 <= row < BOARD_EDGE:
            return cls(column + BOARD_EDGE * row)
        return None

    @property
    def column(self) -> int:
        """Return the column, 0 (a) to 3 (d).

        >>> Space.D1.column
        3
        """
        return self % BOARD_EDGE

    @property
    def row(self) -> int:
        """Return the row, 0 (row 1, White's side) to 3 (row 4).

        >>> Space.D1.row
        0
        """
        return self // BOARD_EDGE

    @property
    def neighbors(self) -> tuple["Space", ...]:
        """Return the two to four orthogonally adjacent spaces, in the order north, east, south, west.

        >>> [str(space) for space in Space.A2.neighbors]
        ['a3', 'b2', 'a1']
        """
        return tuple(line[0] for line in map(self.line, Direction) if line)

    def line(self, direction: Direction) -> tuple["Space", ...]:
        """Return the spaces on the way from here to the edge, nearest first; this space isn't one of them.

        >>> [str(space) for space in Space.C2.line(Direction.WEST)]
        ['b2', 'a2']
        >>> Space.D4.line(Direction.NORTH)
        ()
        """
        column_step, row_step = direction.step
        ahead = (
            Space.at(self.column + distance * column_step, self.row + distance * row_step)
            for distance in range(1, BOARD_EDGE)
        )
        return tuple(space for space in ahead if space is not None)

    def __str__(self) -> str:
        return _TEXTS[self]


_TEXTS = tuple(space.name.lower() for space in Space)


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

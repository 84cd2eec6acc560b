"""The board: sixteen spaces and the four directions between them."""

from enum import IntEnum, StrEnum
from typing import Self

__all__ = ["BOARD_EDGE", "Direction", "Space"]

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

"""The layout of a board. One unit is a pixel of the largest picture; smaller pictures scale everything."""

from enum import Enum

PITCH = 234
"""Distance from one space to the next: a space of 226 and a gap of 8."""

MARGIN = 12
BAR_WIDTH = 976
BAR_HEIGHT = 86
BLACK_BAR_TOP = 12
WHITE_BAR_TOP = 1094
PLATE_TOP = 108
PLATE_SIDE = 976
GUTTER = 36
"""Width of the plate's left and bottom strips, which hold the coordinates."""

FIRST_CELL = (44, 116)
"""The top left corner of the cell of a4. A cell is a space with its half of the gaps around it."""


class Size(Enum):
    """A size of the picture. Its cells are a whole number of pixels wide.

    Attributes:
        width: In pixels.
        height: In pixels.
        pitch: Width and height of a cell in pixels.
        scale: Pixels in one unit.
    """

    POSTED = (1000, 1192, 234)
    REPLAY = (598, 713, 140)

    def __init__(self, width: int, height: int, pitch: int) -> None:
        self.width = width
        self.height = height
        self.pitch = pitch
        self.scale = pitch / PITCH

    def pixels(self, units: float) -> int:
        """Return a length in whole pixels."""
        return round(units * self.scale)

    def cell(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left corner in pixels of the cell in a column (a is 0) and row (row 1 is 0)."""
        left, top = FIRST_CELL
        return self.pixels(left) + column * self.pitch, self.pixels(top) + (3 - row) * self.pitch

"""The layout of a board: the plate with its spaces, and beside it a panel for each player.

One unit is a pixel of the largest picture; smaller pictures scale everything. Clients decide how large a
picture is: 600 pixels wide in a container, within 550x350, or 330 wide on a phone, where a space has 56
pixels and a name's letters 10 to 11. ``tests/render/boards/test_pictures.py`` holds the numbers against
these sizes. On cards, 1100 pixels become a phone's 330, so what matters is at least 37 high there, and
headings are cut off before names get less than 310 pixels.
"""

from enum import Enum

PITCH = 234
"""Distance from one space to the next: a space of 226 and a gap of 8."""

PLATE_SIDE = 978
"""The plate is as high as the picture and takes its left side."""

GUTTER = 40
"""Width of the plate's left and bottom strips, which hold the coordinates; the other two have 10."""

FIRST_CELL = (36, 6)
"""The top left corner of the cell of a4. A cell is a space with its half of the gaps around it."""

PANEL_WIDTH = 328
PANEL_HEIGHT = 471
PANEL_LEFT = 990
BLACK_PANEL_TOP = 12
WHITE_PANEL_TOP = 495


class Size(Enum):
    """A size of the picture. Its cells are a whole number of pixels wide.

    Attributes:
        width: In pixels.
        height: In pixels.
        pitch: Width and height of a cell in pixels.
        scale: Pixels in one unit.
    """

    POSTED = (1330, 978, 234)
    REPLAY = (796, 585, 140)

    def __init__(self, width: int, height: int, pitch: int) -> None:
        self.width = width
        self.height = height
        self.pitch = pitch
        self.scale = pitch / PITCH

    def pixels(self, units: float) -> int:
        return round(units * self.scale)

    def cell(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left corner in pixels of the cell in a column (a is 0) and row (row 1 is 0)."""
        left, top = FIRST_CELL
        return self.pixels(left) + column * self.pitch, self.pixels(top) + (3 - row) * self.pitch

"""The card of a challenge: both players and their colors."""

from functools import cache

from engine import Color, Direction, Kind, Piece
from render.boards import cells
from render.boards.cells import Cell
from render.drawing import icons, shapes
from render.drawing.geometry import PITCH, Size
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.theme import AEGEAN, Finish, Theme
from render.text import lettering
from render.text.lettering import Room

WIDTH = 1000
HEIGHT = 300
"""Pixels."""

PLATE = (12.0, 12.0, 988.0, 288.0)
PLATE_RADIUS = 26.0
SIDES = (197.0, 803.0)
"""Middles of the challenger's and the opponent's side."""

CHIP_TOP = 108.0
CHIP_RADIUS = 52.0
CHIP_RIM = 6.0
CHIP_EDGE = 2.5
NAME_TOP = 222.0
NAME = Room(330, 42, 30)
RATING = Room(330, 36, 36)
RATING_BELOW = 46.0
"""From the middle of the name to that of the rating."""
OPEN_SIGN = 1.6

TOWER = Cell(
    (
        Piece(Kind.SQUARE, Color.WHITE, None),
        Piece(Kind.TRIANGLE, Color.BLACK, Direction.NORTH),
        Piece(Kind.CYLINDER, Color.WHITE, None),
    )
)


def challenge(
    challenger: str,
    opponent: str | None = None,
    *,
    color: Color | None = None,
    ratings: tuple[str, str] = ("", ""),
    theme: Theme = AEGEAN,
) -> bytes:
    """Return a PNG file of 1000 by 300 pixels with the challenger on the left and the opponent on the right.

    Without an ``opponent`` the challenge is open to everyone, and a plus takes their place. ``color`` is the
    challenger's; without it both chips are half and half, because the colors will be random. The ``ratings``,
    as text, are below the names; they may be empty. Pure and thread-safe.
    """
    sheet = _sheet()
    painting = Painting(theme, sheet, theme.canvas)
    painting.fill(sheet.mask(shapes.box(*PLATE, PLATE_RADIUS)), theme.plate)
    _paint_side(painting, SIDES[0], challenger, ratings[0], color)
    _paint_side(painting, SIDES[1], opponent, ratings[1], color.opponent if color else None)
    image = painting.finished()
    cells.paste(image, TOWER, ((WIDTH - PITCH) // 2, (HEIGHT - PITCH) // 2), Size.POSTED, theme)
    return encoded(image)


def _paint_side(
    painting: Painting, middle: float, name: str | None, rating: str, color: Color | None
) -> None:
    theme, sheet = painting.theme, painting.sheet
    painting.fill(sheet.mask(shapes.disc(CHIP_RADIUS, middle, CHIP_TOP)), theme.space.top)
    if name is None:
        sign = icons.placed(icons.scaled(icons.PLUS, OPEN_SIGN), middle, CHIP_TOP)
        painting.fill(sheet.mask(*sign), theme.mark)
        return
    inner = sheet.mask(shapes.disc(CHIP_RADIUS - CHIP_RIM, middle, CHIP_TOP))
    finishes: dict[Color, Finish] = {Color.WHITE: theme.white, Color.BLACK: theme.black}
    finish = finishes[color or Color.WHITE]
    contour = sheet.mask(shapes.disc(CHIP_RADIUS - CHIP_RIM + CHIP_EDGE, middle, CHIP_TOP))
    painting.fill(contour, finish.edge or theme.space.top)
    painting.fill(inner, finish.flat)
    if color is None:
        half = shapes.box(middle, CHIP_TOP - CHIP_RADIUS, middle + CHIP_RADIUS, CHIP_TOP + CHIP_RADIUS)
        painting.fill(inner.both(sheet.mask(half)), theme.black.flat)
    lines = [lettering.fitted(name, NAME), *([lettering.fitted(rating, RATING)] if rating else [])]
    top = NAME_TOP - RATING_BELOW / 2 * (len(lines) - 1)
    for number, line in enumerate(lines):
        start = (middle - line.width / 2, top + RATING_BELOW * number)
        lettering.draw_line(painting.image, line, start, 1.0, theme.coordinates)


@cache
def _sheet() -> Sheet:
    return Sheet(WIDTH, HEIGHT, 1.0, (0.0, 0.0))

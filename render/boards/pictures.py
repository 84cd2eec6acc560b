"""The finished pictures: cells and bars pasted on the background, written as PNG."""

from functools import lru_cache

from PIL import Image

from engine import Color, Position, Space
from render.boards import bars, cells, scene, starts
from render.boards.scene import Scene
from render.drawing import shapes
from render.drawing.geometry import (
    BLACK_BAR_TOP,
    FIRST_CELL,
    GUTTER,
    MARGIN,
    PITCH,
    PLATE_SIDE,
    PLATE_TOP,
    WHITE_BAR_TOP,
    Size,
)
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.theme import AEGEAN, Theme
from render.text import lettering

PLATE_RADIUS = 26.0
COORDINATE = 30.0


def board(scene: Scene, *, size: Size = Size.POSTED, theme: Theme = AEGEAN) -> bytes:
    """Return the picture of a game as the bytes of a PNG file, from White's side.

    Pure and thread-safe: equal arguments give equal bytes.
    """
    return encoded(board_image(scene, size, theme))


def diagram(position: Position, *, aimed: Space | None = None, theme: Theme = AEGEAN) -> bytes:
    """Return the board without the players' bars as the bytes of a PNG file of 1000 by 1000 pixels.

    ``aimed`` is as in `Scene`. Pure and thread-safe.
    """
    size = Size.POSTED
    image = _plate_image(Scene(position, "", "", aimed=aimed), size, theme)
    top = PLATE_TOP - MARGIN
    return encoded(image.crop((0, top, size.width, top + size.width)))


def prepare() -> None:
    """Load what every board in the default theme needs. Takes a few tenths of a second, in any thread."""
    board(Scene(Position.start(), "A", "A"))


def board_image(subject: Scene, size: Size, theme: Theme) -> Image.Image:
    """Return the picture of a game as indices of the theme's palette."""
    image = _plate_image(subject, size, theme)
    for color, top in ((Color.BLACK, BLACK_BAR_TOP), (Color.WHITE, WHITE_BAR_TOP)):
        corner = size.pixels(MARGIN), size.pixels(top)
        bars.paste(image, scene.bar(subject, color), corner, size, theme)
    return image


def _plate_image(subject: Scene, size: Size, theme: Theme) -> Image.Image:
    image = background(size, theme).copy()
    for space, cell in scene.cells(subject).items():
        cells.paste(image, cell, size.cell(space.column, space.row), size, theme)
    starts.mark(image, subject.start, size, theme)
    return image


@lru_cache(maxsize=6)
def background(size: Size, theme: Theme) -> Image.Image:
    """Return the board without spaces and bars as indices. It is shared, so it must not be changed."""
    sheet = Sheet(size.width, size.height, size.scale, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.canvas)
    plate = shapes.box(MARGIN, PLATE_TOP, MARGIN + PLATE_SIDE, PLATE_TOP + PLATE_SIDE, PLATE_RADIUS)
    painting.fill(sheet.mask(plate), theme.plate)
    left, top = FIRST_CELL
    for step, (letter, figure) in enumerate(zip("abcd", "4321", strict=True)):
        middle = (step + 0.5) * PITCH
        below = PLATE_TOP + PLATE_SIDE - (GUTTER - 4) / 2 - 5
        for text, x, y in ((figure, MARGIN + GUTTER / 2, top + middle), (letter, left + middle, below)):
            lettering.draw_figure(
                painting.image,
                text,
                (x * size.scale, y * size.scale),
                COORDINATE * size.scale,
                theme.coordinates,
            )
    return painting.finished()

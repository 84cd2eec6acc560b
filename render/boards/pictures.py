"""The finished pictures: cells and panels pasted on the background, written as PNG."""

from functools import lru_cache

from PIL import Image

from engine import Color, Position, Space
from render.boards import cells, panels, scene, starts, values
from render.boards.scene import Scene
from render.drawing import shapes
from render.drawing.geometry import (
    BLACK_PANEL_TOP,
    FIRST_CELL,
    GUTTER,
    PANEL_LEFT,
    PITCH,
    PLATE_SIDE,
    WHITE_PANEL_TOP,
    Size,
)
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.theme import AEGEAN, Theme
from render.text import lettering

COORDINATE = 36.0


def board(scene: Scene, *, size: Size = Size.POSTED, theme: Theme = AEGEAN) -> bytes:
    """Return the picture of a game as the bytes of a PNG file.

    Pure and thread-safe: equal arguments give equal bytes.
    """
    return encoded(board_image(scene, size, theme))


def diagram(position: Position, *, top_half: bool = False, theme: Theme = AEGEAN) -> bytes:
    """Return the board without the players' panels as the bytes of a PNG file of 978 by 978 pixels.

    With ``top_half``, the picture has only rows 4 and 3, and is 474 pixels high. Pure and thread-safe.
    """
    size = Size.POSTED
    image = _plate_image(Scene(position, "", ""), size, theme)
    height = size.cell(0, 1)[1] if top_half else size.height
    return encoded(image.crop((0, 0, size.height, height)))


def prepare() -> None:
    """Load what every board in the default theme needs. Takes a few tenths of a second, in any thread."""
    board(Scene(Position.start(), "A", "A"))


def board_image(subject: Scene, size: Size, theme: Theme) -> Image.Image:
    """Return the picture of a game as indices of the theme's palette."""
    image = _plate_image(subject, size, theme)
    above, below = Color if subject.turned else reversed(Color)
    for color, top in ((above, BLACK_PANEL_TOP), (below, WHITE_PANEL_TOP)):
        corner = size.pixels(PANEL_LEFT), size.pixels(top)
        panels.paste(image, scene.panel(subject, color), corner, size, theme)
    return image


def _plate_image(subject: Scene, size: Size, theme: Theme) -> Image.Image:
    image = background(size, theme, turned=subject.turned).copy()
    corners = {
        space: size.cell(3 - space.column, 3 - space.row)
        if subject.turned
        else size.cell(space.column, space.row)
        for space in Space
    }
    for space, cell in scene.cells(subject).items():
        cells.paste(image, cell, corners[space], size, theme)
    for space, value in subject.values.items():
        values.mark(image, value, corners[space], size, theme)
    starts.mark(image, subject.start, size, theme)
    return image


@lru_cache(maxsize=6)
def background(size: Size, theme: Theme, *, turned: bool = False) -> Image.Image:
    """Return the board without spaces and panels as indices. It's shared, so it must not be changed."""
    sheet = Sheet(size.width, size.height, size.scale, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.canvas)
    painting.fill(sheet.mask(shapes.box(0, 0, PLATE_SIDE, PLATE_SIDE)), theme.plate)
    left, top = FIRST_CELL
    letters, figures = ("dcba", "1234") if turned else ("abcd", "4321")
    for step, (letter, figure) in enumerate(zip(letters, figures, strict=True)):
        middle = (step + 0.5) * PITCH
        below = PLATE_SIDE - GUTTER / 2
        for text, x, y in ((figure, GUTTER / 2, top + middle), (letter, left + middle, below)):
            lettering.draw_figure(
                painting.image,
                text,
                (x * size.scale, y * size.scale),
                COORDINATE * size.scale,
                theme.coordinates,
            )
    return painting.finished()

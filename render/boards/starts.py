"""The sign of how a game began, in the corner of the plate where row numbers and column letters meet."""

from functools import lru_cache

from PIL import Image

from render.boards.scene import Start
from render.drawing import icons
from render.drawing.geometry import Size
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Outline
from render.drawing.theme import Theme

MIDDLE = (23.5, 954.5)
"""Of the sign: between the round corners of the plate and of a1, where the gutter is widest."""

REACH = 21
"""How far a sign may extend from its middle to each side."""

Sign = tuple[tuple[Outline, ...], tuple[Outline, ...]]
"""Outlines and holes."""

SIGNS: dict[Start, Sign] = {
    Start.RANDOM: (icons.DIE, icons.DIE_PIPS),
    Start.SWAPPED: (icons.SWAP, ()),
}


def mark(image: Image.Image, start: Start, size: Size, theme: Theme) -> None:
    """Draw the sign of ``start``, if it has one, on a board that already has its cells."""
    if start in SIGNS:
        sprite, covered = _sprite(start, size, theme)
        image.paste(sprite, _corner(size), covered)


def _corner(size: Size) -> tuple[int, int]:
    across, down = MIDDLE
    return size.pixels(across - REACH), size.pixels(down - REACH)


@lru_cache(maxsize=18)
def _sprite(start: Start, size: Size, theme: Theme) -> tuple[Image.Image, Image.Image]:
    """Return the sign on the plate's color as indices, and a mask of its pixels: the others would hide a1."""
    side = size.pixels(2 * REACH) + 1
    across, down = (units * size.scale - pixel for units, pixel in zip(MIDDLE, _corner(size), strict=True))
    sheet = Sheet(side, side, size.scale, (across, down))
    outlines, holes = SIGNS[start]
    painting = Painting(theme, sheet, theme.plate)
    painting.fill(sheet.mask(*outlines, holes=holes), theme.coordinates)
    covered = sheet.mask(*outlines).within((0, 0, side, side))
    return painting.finished(), covered.point([0] + [255] * 255, "1")

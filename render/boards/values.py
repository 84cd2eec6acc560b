"""What the moves on a space are worth: a label at its lower edge with a color, a sign, and a number."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine import Value
from render.drawing import shapes
from render.drawing.geometry import Size
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.theme import Theme, Tint
from render.text import lettering

WIDTH = 164.0
HEIGHT = 66.0
RADIUS = 18.0
MOAT = 4.0
LEFT = 35.0
TOP = 159.0
"""Where the label is in its cell: in the middle of the lower edge, between the signs in the upper corners."""
FIGURE = 56.0
"""Twelve pixels on a phone."""

_SIGNS = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "\N{MINUS SIGN}"}


@dataclass(frozen=True, slots=True)
class SpaceValue:
    """What the best move on a space leads to for the player to move, and in how many moves, if it's known.

    ``value`` is known.
    """

    value: Value
    moves: int | None = None


def mark(image: Image.Image, value: SpaceValue, corner: tuple[int, int], size: Size, theme: Theme) -> None:
    """Put a label on the cell whose top left corner is at ``corner``."""
    left, top = corner
    sprite, covered = _sprite(value, size, theme)
    image.paste(sprite, (left + size.pixels(LEFT), top + size.pixels(TOP)), covered)


@lru_cache(maxsize=96)
def _sprite(value: SpaceValue, size: Size, theme: Theme) -> tuple[Image.Image, Image.Image]:
    """Return the label as indices of the theme's palette, and a mask of its pixels."""
    width, height = size.pixels(WIDTH), size.pixels(HEIGHT)
    sheet = Sheet(width, height, size.scale, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.surround)
    body = shapes.box(MOAT, MOAT, WIDTH - MOAT, HEIGHT - MOAT, RADIUS - MOAT)
    painting.fill(sheet.mask(body), _color(value.value, theme))
    lettering.draw_figure(
        painting.image,
        f"{_SIGNS[value.value]}{value.moves or ''}",
        (WIDTH / 2 * size.scale, HEIGHT / 2 * size.scale),
        FIGURE * size.scale,
        theme.on_value,
    )
    covered = sheet.mask(shapes.box(0, 0, WIDTH, HEIGHT, RADIUS)).within((0, 0, width, height))
    return painting.finished(), covered.point([0] * 128 + [255] * 128, "1")


def _color(value: Value, theme: Theme) -> Tint:
    return {Value.WIN: theme.win, Value.DRAW: theme.draw, Value.LOSS: theme.loss}[value]

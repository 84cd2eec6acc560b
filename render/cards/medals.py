"""Medals for the first three places."""

from enum import Enum
from functools import lru_cache
from math import ceil

from PIL import Image

from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.theme import Theme, Tint
from render.text import lettering

RIM = 0.12
FIGURE = 1.76
"""The rim and the size of the number, as shares of a medal's radius."""


class Medal(Enum):
    """What a place among the first three is called; the value is the place."""

    GOLD = 1
    SILVER = 2
    BRONZE = 3

    def tint(self, theme: Theme) -> Tint:
        return (theme.winner, theme.silver, theme.bronze)[self.value - 1]


@lru_cache(maxsize=64)
def medal(kind: Medal, radius: float, ground: Tint, theme: Theme) -> Image.Image:
    """Return a medal with its place on a flat ground as indices of the theme's palette.

    It's shared, so it mustn't be changed.
    """
    side = 2 * ceil(radius * (1 + RIM))
    sheet = Sheet(side, side, 1.0, (side / 2, side / 2))
    painting = Painting(theme, sheet, ground)
    painting.fill(sheet.mask(shapes.disc(radius * (1 + RIM))), theme.surround)
    painting.fill(sheet.mask(shapes.disc(radius)), kind.tint(theme))
    middle = side / 2, side / 2
    lettering.draw_figure(painting.image, str(kind.value), middle, radius * FIGURE, theme.on_winner)
    return painting.finished()

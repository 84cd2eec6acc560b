"""Painting in true colour, before the palette: masks filled with flat colours and gradients."""

from functools import lru_cache

from PIL import Image, ImageFilter

from render.palette import LEVELS, gradients, index, indexed, levels
from render.shapes import Sheet, shifted, without
from render.theme import Finish, Gradient, Theme
from render.tint import Tint

LIP = 1.6
"""Thickness of the lit upper and shaded lower edge of a piece, in units."""

Shade = tuple[Gradient, float, float]
"""A gradient and the heights, in units, between which it runs."""

SHADOW_DROP = 4
SHADOW_BLUR = 4.5
SHADOW_SHARE = 0.42


@lru_cache(maxsize=1024)
def _column(theme: Theme, shade: Shade, sheet: Sheet, *, indices: bool) -> Image.Image:
    """A gradient one pixel wide, in RGB or as indices of the palette."""
    gradient, top, bottom = shade
    start, end = (height * sheet.scale + sheet.origin[1] for height in (top, bottom))
    steps = [
        min(LEVELS - 1, max(0, int((row + 0.5 - start) / (end - start) * LEVELS)))
        for row in range(sheet.height)
    ]
    colours = levels(gradient)
    if indices:
        numbers = [index(theme, colour) for colour in colours]
        return Image.frombytes("P", (1, sheet.height), bytes(numbers[step] for step in steps))
    return Image.frombytes("RGB", (1, sheet.height), b"".join(bytes(colours[step]) for step in steps))


class Painting:
    """One sprite in the making. Not shared between threads."""

    def __init__(self, theme: Theme, sheet: Sheet, ground: Tint) -> None:
        self.theme = theme
        self.sheet = sheet
        self.image = Image.new("RGB", (sheet.width, sheet.height), ground)
        self._shades: list[Shade] = []

    def fill(self, mask: Image.Image, colour: Tint, share: float = 1.0) -> None:
        """Cover the mask with a colour, ``share`` (0 to 1) opaque."""
        if share < 1.0:
            mask = mask.point([round(level * share) for level in range(256)])
        self.image.paste(colour, (0, 0, self.sheet.width, self.sheet.height), mask)

    def shade(self, mask: Image.Image, gradient: Gradient, top: float, bottom: float) -> None:
        """Cover the mask with a gradient that runs between two heights in units."""
        shade = gradient, top, bottom
        self.image.paste(self._layer(shade, indices=False), (0, 0), mask)
        self._shades.append(shade)

    def solid(self, mask: Image.Image, finish: Finish, top: float, bottom: float) -> None:
        """Cover the mask with a piece's body between two heights in units, lit above and shaded below."""
        self.shade(mask, finish.body, top, bottom)
        lip = max(1, round(LIP * self.sheet.scale))
        self.fill(without(mask, shifted(mask, lip)), finish.light, finish.lit)
        self.fill(without(mask, shifted(mask, -lip)), finish.shade, finish.shaded)

    def finished(self) -> Image.Image:
        """The sprite as indices of the theme's palette."""
        held = gradients(self.theme)
        exact = (
            (self._layer(shade, indices=False), self._layer(shade, indices=True))
            for shade in self._shades
            if shade[0] in held
        )
        return indexed(self.theme, self.image, exact)

    def _layer(self, shade: Shade, *, indices: bool) -> Image.Image:
        column = _column(self.theme, shade, self.sheet, indices=indices)
        return column.resize(self.image.size, Image.Resampling.NEAREST)


def shadow(mask: Image.Image, scale: float) -> Image.Image:
    """Where a shape's shadow falls, without its strength."""
    return shifted(mask, round(SHADOW_DROP * scale)).filter(ImageFilter.GaussianBlur(SHADOW_BLUR * scale))

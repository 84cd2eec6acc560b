"""Painting in true color, before the palette: masks filled with flat colors and gradients."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from PIL import Image

from render.drawing.masks import Box, Mask, Sheet, common
from render.drawing.palette import LEVELS, gradients, index, indexed, levels
from render.drawing.theme import Finish, Gradient, Theme, Tint

LIP = 1.6
"""Thickness of the lit upper and shaded lower edge of a piece, in units."""

Shade = tuple[Gradient, float, float]
"""A gradient and the two heights, in units, that it runs between."""

SHADOW_DROP = 4
SHADOW_BLUR = 4.5
SHADOW_SHARE = 0.42


@lru_cache(maxsize=256)
def _column(theme: Theme, shade: Shade, sheet: Sheet, *, indices: bool) -> Image.Image:
    """Return a gradient one pixel wide, in RGB or as indices of the palette."""
    gradient, top, bottom = shade
    start, end = (height * sheet.scale + sheet.origin[1] for height in (top, bottom))
    steps = [
        min(LEVELS - 1, max(0, int((row + 0.5 - start) / (end - start) * LEVELS)))
        for row in range(sheet.height)
    ]
    colors = levels(gradient)
    if indices:
        numbers = [index(theme, color) for color in colors]
        return Image.frombytes("P", (1, sheet.height), bytes(numbers[step] for step in steps))
    return Image.frombytes("RGB", (1, sheet.height), b"".join(bytes(colors[step]) for step in steps))


@dataclass(frozen=True, slots=True)
class Relief:
    """The masks of a piece's body and of its lit and shaded lips, with the strengths of its finish."""

    body: Mask
    lit: Mask
    shaded: Mask


def relief(body: Mask, finish: Finish, scale: float) -> Relief:
    """Return the relief of a body, lit from above."""
    lip = max(1, round(LIP * scale))
    return Relief(
        body,
        body.without(body.shifted(lip)).weakened(finish.lit),
        body.without(body.shifted(-lip)).weakened(finish.shaded),
    )


Layers = Iterable[tuple[Image.Image, Image.Image]]
"""The gradients of a painting, each in RGB and as indices."""

Finisher = Callable[[Theme, Image.Image, Layers], Image.Image]
"""Turns a painting into indices of the theme's palette."""

_finisher: ContextVar[Finisher] = ContextVar("_finisher", default=indexed)


@contextmanager
def finishing(finisher: Finisher) -> Iterator[None]:
    """Finish paintings with ``finisher`` instead, for code that makes the palettes in the first place."""
    token = _finisher.set(finisher)
    try:
        yield
    finally:
        _finisher.reset(token)


class Painting:
    """A sprite, or part of one, while it's being painted. Threads must not share it."""

    def __init__(self, theme: Theme, sheet: Sheet, ground: Tint) -> None:
        self.theme = theme
        self.sheet = sheet
        self.box = sheet.box
        self.image = Image.new("RGB", (sheet.width, sheet.height), ground)
        self._shades: tuple[Shade, ...] = ()

    def part(self, box: Box) -> Self:
        """Return a painting of a part of the sheet that continues from this one."""
        part = copy(self)
        part.box, part.image = box, self.image.crop(box)
        return part

    def fill(self, mask: Mask, color: Tint) -> None:
        """Cover the mask with a color."""
        box = common(mask.box, self.box)
        if box:
            # Pillow takes twice as long to paste a color through a mask as to paste a picture of it.
            size = box[2] - box[0], box[3] - box[1]
            self._paste(Image.new("RGB", size, color), mask, box)

    def shade(self, mask: Mask, gradient: Gradient, top: float, bottom: float) -> None:
        """Cover the mask with a gradient that runs between two heights in units."""
        shade = gradient, top, bottom
        self._shades += (shade,)
        box = common(mask.box, self.box)
        if box:
            self._paste(self._layer(shade, box, indices=False), mask, box)

    def _paste(self, layer: Image.Image, mask: Mask, box: Box) -> None:
        self.image.paste(layer, (box[0] - self.box[0], box[1] - self.box[1]), mask.within(box))

    def solid(self, relief: Relief, finish: Finish, top: float, bottom: float) -> None:
        """Cover the mask with a piece's body between two heights in units, lit above and shaded below."""
        self.shade(relief.body, finish.body, top, bottom)
        self.fill(relief.lit, finish.light)
        self.fill(relief.shaded, finish.shade)

    def finished(self) -> Image.Image:
        """Return the sprite as indices of the theme's palette."""
        held = gradients(self.theme)
        exact = (
            (self._layer(shade, self.box, indices=False), self._layer(shade, self.box, indices=True))
            for shade in dict.fromkeys(self._shades)
            if shade[0] in held
        )
        return _finisher.get()(self.theme, self.image, exact)

    def _layer(self, shade: Shade, box: Box, *, indices: bool) -> Image.Image:
        left, top, right, bottom = box
        column = _column(self.theme, shade, self.sheet, indices=indices)
        return column.crop((0, top, 1, bottom)).resize((right - left, bottom - top), Image.Resampling.NEAREST)


def cast_shadow(mask: Mask, sheet: Sheet) -> Mask:
    """Return the mask of a shape's shadow on a sheet."""
    fallen = mask.shifted(round(SHADOW_DROP * sheet.scale))
    return sheet.blurred(fallen, SHADOW_BLUR * sheet.scale)

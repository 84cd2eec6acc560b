"""The fixed palette of each theme, and turning a finished painting into its indices.

With one palette for all pictures, sprites can be pasted as indices, and all frames of a GIF can share it. The
palettes are made by ``scripts/palettes.py`` and shipped, because making one takes seconds.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageChops

from render.drawing.theme import Gradient, Theme, Tint

FOLDER = Path(__file__).parents[1] / "palettes"

COLORS = 256

LEVELS = 16
"""A gradient is painted in this many even steps, all of them in the palette: smooth to the eye, cheap to
deflate."""


def levels(gradient: Gradient) -> tuple[Tint, ...]:
    """Return the colors that a gradient is painted in, from top to bottom."""
    return tuple(gradient.at(step / (LEVELS - 1)) for step in range(LEVELS))


def gradients(theme: Theme) -> tuple[Gradient, ...]:
    """Return the gradients that the palette holds at every level."""
    return (
        theme.space,
        theme.legal,
        theme.white.body,
        theme.black.body,
        theme.dimmed_space,
        theme.dimmed_white.body,
        theme.dimmed_black.body,
    )


def flats(theme: Theme) -> tuple[Tint, ...]:
    """Return the single colors that the palette holds exactly."""
    edges = (theme.white.edge, theme.black.edge, theme.dimmed_white.edge, theme.dimmed_black.edge)
    return (
        theme.canvas,
        theme.panel,
        theme.active_panel,
        theme.text,
        theme.dim_text,
        theme.plate,
        theme.surround,
        theme.coordinates,
        theme.white.flat,
        theme.black.flat,
        theme.dimmed_white.flat,
        theme.dimmed_black.flat,
        theme.mark,
        theme.chevron,
        theme.winner,
        theme.on_winner,
        theme.gold,
        theme.on_gold,
        theme.empty_rook,
        theme.empty_rook_on_gold,
        theme.silver,
        theme.bronze,
        theme.fall,
        theme.win,
        theme.draw,
        theme.loss,
        theme.on_value,
        theme.last_move,
        theme.chip_rim,
        theme.white_pill,
        theme.black_pill,
        theme.empty_pill,
        *(edge for edge in edges if edge),
    )


@cache
def palette(theme: Theme) -> bytes:
    """Return the theme's palette as PNG and GIF need it: red, green and blue of 256 colors."""
    return (FOLDER / f"{theme.name}.palette").read_bytes()


_lock = Lock()
"""Pillow stores the nearest colors that it has found with the palette, and that isn't thread-safe."""


@cache
def _holder(theme: Theme) -> Image.Image:
    holder = Image.new("P", (1, 1))
    holder.putpalette(palette(theme))
    return holder


@cache
def _index(theme: Theme) -> dict[Tint, int]:
    colors = palette(theme)
    found: dict[Tint, int] = {}
    for number in range(COLORS):
        red, green, blue = colors[3 * number : 3 * number + 3]
        found.setdefault((red, green, blue), number)
    return found


def index(theme: Theme, color: Tint) -> int:
    """Return the number of a color that the palette holds exactly.

    Raises:
        KeyError: the palette was made for other colors and has to be made again.
    """
    return _index(theme)[color]


def indexed(
    theme: Theme, painting: Image.Image, exact: Iterable[tuple[Image.Image, Image.Image]]
) -> Image.Image:
    """Return a painting (RGB) as indices of the theme's palette.

    Pillow searches for the nearest color among colors rounded to 6 bits, which would cut gradients into broad
    bands. So wherever the painting shows one of the ``exact`` layers (each as RGB and as indices), the
    layer's indices are kept.
    """
    with _lock:
        image = painting.quantize(palette=_holder(theme), dither=Image.Dither.NONE)
    for colors, indices in exact:
        image.paste(indices, (0, 0), _same(painting, colors))
    image.load()  # finishes the palette, so that threads only read the finished sprite
    return image


def _same(one: Image.Image, other: Image.Image) -> Image.Image:
    red, green, blue = ImageChops.difference(one, other).split()
    farthest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return farthest.point(_NEAR)


_NEAR = [255, 255, *[0] * 254]
"""A difference of one level is ignored, because blending rounds."""

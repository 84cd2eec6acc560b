"""Finished parts of pictures, kept deflated to save memory."""

from dataclasses import dataclass
from typing import Self

from PIL import Image
from zlib_ng import zlib_ng

COMPRESSION = 5
"""Deflate level, 1 to 9 (``benchmarks/render.py`` compares them)."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A part of a picture as indices of a theme's palette, deflated to less than a tenth.

    Inflating a sprite takes about a twentieth of the time of painting it.
    """

    size: tuple[int, int]
    deflated: bytes

    @classmethod
    def of(cls, image: Image.Image) -> Self:
        """Return the sprite of an image of indices, without its palette."""
        return cls(image.size, zlib_ng.compress(image.tobytes(), COMPRESSION))

    def image(self) -> Image.Image:
        """Return the indices, to be pasted on an image that has the palette."""
        indices = zlib_ng.decompress(self.deflated, bufsize=self.size[0] * self.size[1])
        # Pillow then reads these bytes themselves, instead of copying them through a decoder.
        return Image.frombuffer("P", self.size, indices, "raw", "P", 0, 1)

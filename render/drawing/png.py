"""PNG files of indexed images.

Pillow writes them, too, but takes six times as long to save 5% of the bytes (benchmarks/render.py). That was
a fifth of what a click costs.
"""

import struct
from collections.abc import Iterator
from typing import Final

from isal import isal_zlib
from PIL import Image

COMPRESSION: Final = 1
"""Deflate level, 0 to 3. Higher ones barely save a byte, and the highest takes three times as long."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH = 8
"""Bits per pixel."""
_INDEXED = 3
"""The color type of pixels that are indices of a palette."""


def encoded(image: Image.Image, compression: int = COMPRESSION) -> bytes:
    """Return an indexed image (mode P) with its palette as the bytes of a PNG file.

    Source: W3C, Portable Network Graphics (PNG) Specification, sections 5 (datastream structure), 9.2
    (filter types) and 11.2 (critical chunks).
    """
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in _chunks(image, compression))


def _chunks(image: Image.Image, compression: int) -> Iterator[tuple[bytes, bytes]]:
    # The zeros stand for deflate, a filter named in each row, and rows in their order.
    yield b"IHDR", struct.pack(">2I5B", *image.size, _DEPTH, _INDEXED, 0, 0, 0)
    yield b"PLTE", bytes(image.getpalette() or ())
    yield b"IDAT", b"".join(_deflated(image, compression))
    yield b"IEND", b""


def _deflated(image: Image.Image, compression: int) -> Iterator[bytes]:
    """Yield the deflated rows, each after a zero, which says that it isn't filtered."""
    # Asked for rows that are one byte too long, Pillow ends each with a zero: that of the next row.
    rows = memoryview(image.tobytes("raw", "P", image.width + 1))
    deflating = isal_zlib.compressobj(compression)
    yield deflating.compress(b"\0")
    yield deflating.compress(rows[:-1])
    yield deflating.flush()


def _chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", isal_zlib.crc32(checked))

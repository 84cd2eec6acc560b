"""PNG files of indexed images.

Pillow writes them, too, but takes more than twice as long (``benchmarks/render.py``). ISA-L alone would be
faster than zlib-ng, but whatever Pillow does after it in the same thread becomes slower, and a click with it.
"""

import struct
from collections.abc import Iterator
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

COMPRESSION: Final = 2
"""Deflate level, 1 to 9. Level 1 makes files two fifths larger. Level 6 saves a sixth, in twice the time."""

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
    yield b"IDAT", zlib_ng.compress(_rows(image), compression)
    yield b"IEND", b""


def _rows(image: Image.Image) -> bytes:
    """Return the rows, each after a zero, which says that it isn't filtered."""
    # Asked for rows that are one byte too long, Pillow ends each with a zero: that of the next row.
    return b"\0" + memoryview(image.tobytes("raw", "P", image.width + 1))[:-1]


def _chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib_ng.crc32(checked))

"""Which of the shipped fonts can draw which character.

The table is made once by ``scripts/fonts.py``, so that nothing has to read the fonts' own tables at run time:
``coverage.bin`` holds, deflated, one 32-bit word (little-endian) for each code point below ``LIMIT``. Bit *n*
says that the font ``CHAIN[n]`` has the character; two more bits describe the color emoji font of the system.
"""

import sys
import zlib
from array import array
from functools import cache
from pathlib import Path

FONTS = Path(__file__).parents[1] / "fonts"

CHAIN = (
    "Inter-SemiBold.otf",
    "NotoSans-Bold.ttf",
    "NotoSansArabicUI-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansDevanagariUI-Bold.ttf",
    "NotoSansThaiUI-Bold.ttf",
    "NotoSansArmenian-Bold.ttf",
    "NotoSansGeorgian-Bold.ttf",
    "NotoSansBengaliUI-Bold.ttf",
    "NotoSansGurmukhiUI-Bold.ttf",
    "NotoSansGujaratiUI-Bold.ttf",
    "NotoSansTamilUI-Bold.ttf",
    "NotoSansTeluguUI-Bold.ttf",
    "NotoSansKannadaUI-Bold.ttf",
    "NotoSansMalayalamUI-Bold.ttf",
    "NotoSansSinhalaUI-Bold.ttf",
    "NotoSansLaoUI-Bold.ttf",
    "NotoSansKhmerUI-Bold.ttf",
    "NotoSansMyanmarUI-Bold.ttf",
    "NotoSansEthiopic-Bold.ttf",
    "NotoSansCJK-Bold.otf",
    "NotoSansMath-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansSymbols-Bold.ttf",
)
"""The fonts, in the order they're searched for a character."""

LIMIT = 0x20000
"""The table covers the first two planes of Unicode; names beyond them only have rare historic ideographs."""

EMOJI = 1 << 30
EMOJI_FIRST = 1 << 31
"""Bits of the table: the color emoji font has the character; it's shown in color unless text is requested."""

ANY_FONT = EMOJI - 1


@cache
def _table() -> "array[int]":
    table = array("I", zlib.decompress((FONTS / "coverage.bin").read_bytes()))
    if sys.byteorder == "big":
        table.byteswap()
    return table


def coverage(character: str) -> int:
    """Return the table's word for a character; 0 if nothing can draw it."""
    code = ord(character)
    return _table()[code] if code < LIMIT else 0

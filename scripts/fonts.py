"""Make `render/fonts` from Debian's font packages: subsets, and a table of what they cover.

Needs fontTools and a folder with the unpacked packages, for instance::

    apt-get download fonts-inter fonts-noto-core fonts-noto-ui-core fonts-noto-cjk fonts-noto-color-emoji
    for package in *.deb; do dpkg-deb -x "$package" unpacked; done
    python -m scripts.fonts unpacked

It writes one subset per font, without hinting and without anything that names never use, and
``coverage.bin``, which the renderer reads instead of the fonts' own tables: see `render.text.repertoire` for
its form.
"""

import argparse
import zlib
from array import array
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from render.text.repertoire import CHAIN, EMOJI, EMOJI_FIRST, FONTS, LIMIT

CJK = "NotoSansCJK-Bold.otf"
CJK_COLLECTION = "NotoSansCJK-Bold.ttc"
SIMPLIFIED_CHINESE = 2

OF_GIVEN_NAMES = "堃頔骉彧玥"
"""Characters in current given names that aren't in any of the standards."""

IDEOGRAPHIC = 0x2E80
"""Where the scripts of China, Japan and Korea begin in Unicode."""

PARTS = {
    "NotoSansMath-Regular.ttf": "2100-214F 1D400-1D7FF",
    "NotoSansSymbols2-Regular.ttf": "2000-27FF 2900-FFFF 1F100-1F1E5",
}
"""The parts of these fonts that names use: letters and non-emoji symbols."""

EMOJI_FONT = "NotoColorEmoji.ttf"

EMOJI_PRESENTATION = (
    "231A-231B 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2648-2653 267F 2693 26A1 26AA-26AB 26BD-26BE "
    "26C4-26C5 26CE 26D4 26EA 26F2-26F3 26F5 26FA 26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757 "
    "2795-2797 27B0 27BF 2B1B-2B1C 2B50 2B55 1F000-1FFFF"
)
"""Characters shown in color without a variation selector: Unicode's Emoji_Presentation for the first plane;
in the second plane, names also use the few characters that are text by default as emoji."""

UNUSED_FEATURES = {"locl", "vert", "vrt2", "vkrn", "valt", "frac", "numr", "dnom", "calt", "clig"}
"""Regional forms of ideographs alone would take two megabytes. Names are one line with plain figures."""

UNUSED_TABLES = {"vhea", "vmtx", "VORG", "BASE", "DSIG", "STAT", "MATH", "meta", "gasp", "VDMX", "LTSH"}


def characters(ranges: str) -> set[int]:
    """Return the code points in a text like ``"231A-231B 23F0"``."""
    found: set[int] = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def common_cjk() -> set[int]:
    """Return the characters of the national standards that ordinary names are written with.

    GB 2312, Big5, JIS X 0208 with vendor extensions (code page 932), and KS X 1001, as Python's codecs know
    them, plus all kana, all modern Hangul syllables, and the full-width forms.
    """
    found: set[int] = set()
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            for codec in ("gb2312", "big5", "cp932", "euc_kr"):
                found.update(map(ord, bytes((lead, trail)).decode(codec, "ignore")))
    found.update(map(ord, OF_GIVEN_NAMES))
    found.update(range(0x3000, 0x3030), range(0x3041, 0x3100), range(0xAC00, 0xD7A4), range(0xFF01, 0xFFE7))
    return {
        character for character in found if character >= IDEOGRAPHIC or character in range(0x2500, 0x2600)
    }


def subset(font: TTFont, keep: set[int]) -> None:
    """Keep only the characters ``keep`` in ``font``, and what's needed to shape them."""
    options = Options()
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 7, 13, 14]
    options.drop_tables = [*options.drop_tables, *UNUSED_TABLES]
    options.layout_features = [
        feature for feature in options.layout_features if feature not in UNUSED_FEATURES
    ]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=keep)
    subsetter.subset(font)


def source(folder: Path, name: str) -> Path:
    """Return the folder in the packages that has the font called ``name``."""
    return next(folder.rglob(name))


def build_font(folder: Path, name: str) -> set[int]:
    """Write the subset called ``name``; return the characters it covers."""
    if name == CJK:
        font = TTFont(source(folder, CJK_COLLECTION), fontNumber=SIMPLIFIED_CHINESE, recalcTimestamp=False)
        keep = common_cjk()
    else:
        font = TTFont(source(folder, name), recalcTimestamp=False)
        keep = set(font.getBestCmap())
        if name in PARTS:
            keep &= characters(PARTS[name])
    subset(font, {character for character in keep if character < LIMIT})
    font.save(FONTS / name)
    return set(TTFont(FONTS / name).getBestCmap())


def main() -> None:
    """Build every font of the chain and the table of what each one covers."""
    parser = argparse.ArgumentParser(description="Build the renderer's fonts from unpacked Debian packages.")
    parser.add_argument("folder", type=Path, help="folder into which the packages were unpacked")
    folder: Path = parser.parse_args().folder
    table = array("I", bytes(4 * LIMIT))
    for position, name in enumerate(CHAIN):
        for character in build_font(folder, name):
            table[character] |= 1 << position
    color = {c for c in TTFont(source(folder, EMOJI_FONT)).getBestCmap() if c < LIMIT}
    for character in color:
        table[character] |= EMOJI
    for character in color & characters(EMOJI_PRESENTATION):
        table[character] |= EMOJI_FIRST
    (FONTS / "coverage.bin").write_bytes(zlib.compress(table.tobytes(), 9))


if __name__ == "__main__":
    main()

"""A player's record: games won, drawn and lost, with each color and in total."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine import Color
from render.cards.writing import READABLE, Card, Side, Style, common_size
from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.theme import Theme
from render.text.lettering import Room

HEADINGS = 28.0
FIRST_LINE = 71.0
"""Heights of the middles of their texts."""
LINE_PITCH = 62.0
HEADING_SIZES = (31, 24)
SMALLEST_COUNT = 24

CHIP = 46.0
"""Middle of the chips."""
CHIP_SIDE = 48
CHIP_RADIUS = 20.0
CHIP_RIM = 3.0

LEFT = 92.0
EDGE = 22.0
"""Left and right of the columns."""
COLUMN_GAP = 12

BAR_DROP = 27.0
"""How far a bar's middle is below that of its line's numbers."""
BAR_HEIGHT = 10
BAR_GAP = 4
FEWEST_IN_BAR = 5
"""Proportions of fewer games mean nothing, and one lost game would be a bar that's all red."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, drawn and lost; none is negative."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True, slots=True)
class Record:
    """A player's finished games as White and as Black."""

    white: Tally
    black: Tally


@dataclass(frozen=True, slots=True)
class RecordHeadings:
    """Short words for won, drawn and lost games, in the reader's language."""

    wins: str
    draws: str
    losses: str


def put(card: Card, record: Record, headings: RecordHeadings, corner: tuple[int, int], width: int) -> None:
    """Put a record on a panel of a card, given the panel's top left corner and its width in pixels.

    Below each line is a bar, divided in proportion to its numbers. With fewer than five games, it's empty.
    """
    left, top = corner
    theme = card.theme
    pitch = (width - LEFT - EDGE) / 3
    middles = [left + LEFT + pitch * (place + 0.5) for place in range(3)]
    named = (headings.wins, headings.draws, headings.losses)
    size = common_size(named, Room(pitch - COLUMN_GAP, *HEADING_SIZES))
    head = Style(Room(pitch - COLUMN_GAP, size, HEADING_SIZES[1]), theme.dim_text, theme.panel)
    for heading, x in zip(named, middles, strict=True):
        card.write(heading, head, (x, top + HEADINGS), Side.MIDDLE)
    plain = Style(Room(pitch - COLUMN_GAP, READABLE, SMALLEST_COUNT), theme.text, theme.panel)
    lines = ((None, record.white + record.black), (Color.WHITE, record.white), (Color.BLACK, record.black))
    for number, (color, tally) in enumerate(lines):
        y = top + FIRST_LINE + LINE_PITCH * number
        card.center(_chip(color, theme), (left + CHIP, y + BAR_DROP / 2))
        for count, x in zip((tally.wins, tally.draws, tally.losses), middles, strict=True):
            card.write(str(count), plain, (x, y), Side.MIDDLE)
        bar = _bar(tally, round(width - LEFT - EDGE), theme)
        card.image.paste(bar, (round(left + LEFT), round(y + BAR_DROP - BAR_HEIGHT / 2)))


@lru_cache(maxsize=9)
def _chip(color: Color | None, theme: Theme) -> Image.Image:
    """Return a chip in a color, or one that's half and half."""
    sheet = Sheet(CHIP_SIDE, CHIP_SIDE, 1.0, (CHIP_SIDE / 2, CHIP_SIDE / 2))
    painting = Painting(theme, sheet, theme.panel)
    painting.fill(sheet.mask(shapes.disc(CHIP_RADIUS + CHIP_RIM)), theme.chip_rim)
    inner = sheet.mask(shapes.disc(CHIP_RADIUS))
    painting.fill(inner, (theme.black if color is Color.BLACK else theme.white).flat)
    if color is None:
        half = sheet.mask(shapes.box(0, -CHIP_RADIUS, CHIP_RADIUS, CHIP_RADIUS))
        painting.fill(inner.both(half), theme.black.flat)
    return painting.finished()


@lru_cache(maxsize=64)
def _bar(tally: Tally, width: int, theme: Theme) -> Image.Image:
    """Return a bar with a part in proportion to each result; with few games, it's empty."""
    sheet = Sheet(width, BAR_HEIGHT, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.panel)
    games = tally.wins + tally.draws + tally.losses
    parts = [(tally.wins, theme.last_move), (tally.draws, theme.dim_text), (tally.losses, theme.fall)]
    if games < FEWEST_IN_BAR:
        parts, games = [(1, theme.canvas)], 1
    shown = [(count, ink) for count, ink in parts if count]
    room = width - BAR_GAP * (len(shown) - 1)
    left = 0.0
    for count, ink in shown:
        right = left + room * count / games
        painting.fill(sheet.mask(shapes.box(left, 0, right, BAR_HEIGHT)), ink)
        left = right + BAR_GAP
    return painting.finished()

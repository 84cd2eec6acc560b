"""Texts and signs on cards: each is drawn once on its background, kept, and pasted wherever it's needed."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import ceil, inf
from typing import Self

from PIL import Image

from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.palette import index, palette
from render.drawing.shapes import Outline, Point
from render.drawing.sprites import Sprite
from render.drawing.theme import Theme, Tint
from render.text import lettering
from render.text.lettering import Line, Room

READABLE = 37
"""Smallest size for anything important on a card, in units: 11 pixels if a phone shows 1100 units as 330."""

MARGIN = 6
"""Room for letters that extend beyond their advance width."""

LINE_HEIGHT = 1.3
"""Height of a text's picture as a share of its largest size: marks above and below have to fit."""

LINE_PITCH = 42
"""Between two lines of a text of ``READABLE`` units."""

BLANK = "\u2013"
"""Drawn in place of a text if none of its characters can be drawn."""


PANEL_RADIUS = 20.0

SIGN_SIDE = 30
"""Width and height of an arrow, a check mark or a dash."""


class Side(Enum):
    """Which part of a text is placed on a point; the value is the share of the text to the left of that."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is written: its room, its color and the flat color behind it."""

    room: Room
    ink: Tint
    ground: Tint


@dataclass(frozen=True, slots=True)
class Card:
    """A picture that's being put together, as indices of its theme's palette."""

    image: Image.Image
    theme: Theme

    @classmethod
    def empty(cls, width: int, height: int, theme: Theme) -> Self:
        """Return a card in the color of the canvas; the size is in pixels."""
        image = Image.new("P", (width, height), index(theme, theme.canvas))
        image.putpalette(palette(theme))
        return cls(image, theme)

    def write(self, text: str, style: Style, place: Point, side: Side) -> None:
        """Write a text so that its ``side`` is on ``place``, with its capitals centered on that height."""
        self.write_lines((text,), style, place, side)

    def write_lines(self, texts: tuple[str, ...], style: Style, place: Point, side: Side) -> None:
        """Write texts below each other, a ``LINE_PITCH`` apart, their middle at that height."""
        x, y = place
        left = x - MARGIN - side.value * max(width(text, style.room) for text in texts)
        sprite = _ready(texts, style, side, self.theme)
        self.image.paste(sprite, (round(left), round(y - sprite.height / 2)))

    def draw(self, sign: tuple[Outline, ...], ink: Tint, ground: Tint, middle: Point) -> None:
        """Draw a sign of at most ``SIGN_SIDE`` around a point."""
        self.center(_sign(sign, ink, ground, self.theme), middle)

    def panel(self, size: tuple[int, int], color: Tint, corner: tuple[int, int]) -> None:
        """Put a panel of a size in pixels on the canvas, its top left corner at ``corner``."""
        self.image.paste(_panel(size, color, self.theme), corner)

    def center(self, image: Image.Image, middle: Point) -> None:
        """Put a sprite, an image of indices, around a point."""
        x, y = middle
        self.image.paste(image, (round(x - image.width / 2), round(y - image.height / 2)))


def width(text: str, room: Room) -> float:
    """Return how much of its room a text takes, in units."""
    return _line(text, room).width


def common_size(texts: Iterable[str], room: Room) -> float:
    """Return the largest size in a room at which all of the texts fit, or its smallest."""
    sizes = [room.largest * room.widest / max(width(text, _boundless(room)), 1.0) for text in texts]
    return max(min([room.largest, *map(int, sizes)]), room.smallest)


def _boundless(room: Room) -> Room:
    return Room(inf, room.largest, room.largest)


@lru_cache(maxsize=256)
def _ready(texts: tuple[str, ...], style: Style, side: Side, theme: Theme) -> Image.Image:
    """Return texts as indices. They're shared, so they mustn't be changed."""
    # A page of a leaderboard has some 80 texts: inflating them would take as long as the rest.
    return _kept(texts, style, side if len(texts) > 1 else Side.LEFT, theme).image()


@lru_cache(maxsize=512)
def _kept(texts: tuple[str, ...], style: Style, side: Side, theme: Theme) -> Sprite:
    lines = [_line(text, style.room) for text in texts]
    first = round(style.room.largest * LINE_HEIGHT / 2)
    height = 2 * first + LINE_PITCH * (len(lines) - 1)
    widest = max(line.width for line in lines)
    sheet = Sheet(ceil(widest) + 2 * MARGIN, height, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, style.ground)
    for number, line in enumerate(lines):
        start = MARGIN + side.value * (widest - line.width), first + LINE_PITCH * number
        lettering.draw_line(painting.image, line, start, 1.0, style.ink)
    return Sprite.of(painting.finished())


def _line(text: str, room: Room) -> Line:
    line = lettering.fitted(text, room)
    return line if line.width else lettering.fitted(BLANK, room)


@lru_cache(maxsize=16)
def _panel(size: tuple[int, int], color: Tint, theme: Theme) -> Image.Image:
    width, height = size
    sheet = Sheet(width, height, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.canvas)
    painting.fill(sheet.mask(shapes.box(0, 0, width, height, PANEL_RADIUS)), color)
    return painting.finished()


@lru_cache(maxsize=64)
def _sign(sign: tuple[Outline, ...], ink: Tint, ground: Tint, theme: Theme) -> Image.Image:
    sheet = Sheet(SIGN_SIDE, SIGN_SIDE, 1.0, (SIGN_SIDE / 2, SIGN_SIDE / 2))
    painting = Painting(theme, sheet, ground)
    painting.fill(sheet.mask(*sign), ink)
    return painting.finished()

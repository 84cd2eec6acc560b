"""The podium at the end of a cup: who won gold, silver, and bronze."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from PIL import Image

from engine import Direction, Kind
from render.cards.medals import Medal, medal
from render.cards.writing import LINE_PITCH, READABLE, Card, Side, Style
from render.drawing import icons, shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.shapes import Body
from render.drawing.theme import AEGEAN, Theme
from render.text import lettering
from render.text.lettering import Room

WIDTH = 1100
"""In pixels. A phone shows it 330 wide, so that texts of ``READABLE`` units are 11 pixels high."""

MARGIN = 12
INNER = WIDTH - 2 * MARGIN
EDGE = 18.0

TITLE = 52
SUBTITLE_DROP = 58
"""How far the subtitle is below the title's last line."""
TITLE_ROOM = Room(INNER - 2 * EDGE, 54, READABLE)
TITLE_LINES = 2
SUBTITLE_ROOM = Room(INNER - 2 * EDGE, READABLE, 32)
BELOW_HEAD = 52

GAP = 8
"""Between two steps."""
RISES = {Medal.GOLD: 290, Medal.SILVER: 220, Medal.BRONZE: 160}
"""Heights of the steps."""
WIDEST_STEP = 534
STEP_RADIUS = 18.0
TREAD = 14.0
"""The height of a step's edge, which is in the color of the medal."""
MEDAL_RADII = {Medal.GOLD: 52.0, Medal.SILVER: 40.0, Medal.BRONZE: 32.0}
MEDAL_SHARE = 0.40
"""Where the middle of the medal is, as a share of its step's height from its top."""
FIGURE_RISE = 34.0
"""Height of the middle of the figure above the foot of its step."""
FIGURE_SIZES = (42, READABLE)

NAME_SIZES = (46, READABLE)
NAME_LINES = 4
NAME_EDGE = 8
ABOVE_STEP = 16
NAME_HEIGHT = 62
"""The height of a name on one line."""
CONFETTI = tuple(
    piece
    for direction in Direction
    for piece in (
        shapes.body(Kind.SQUARE, None),
        shapes.body(Kind.TRIANGLE, direction),
        Body((shapes.disc(48),)),
    )
)
"""The pieces of the game. A Cylinder of the right size would be hard to see."""
CONFETTI_PITCH = 62
CONFETTI_SPREAD = 28
CONFETTI_SIDE = 34
CONFETTI_SCALE = 0.15
CONFETTI_SHARE = 0.62
"""How many of the places have a piece."""
SCATTERING = 0.618034, 4.326238, 6.798374
"""Multiples of the golden ratio. Their own multiples are spread evenly between whole numbers, without a
pattern."""

CROWN_SCALE = 2.4
CROWN_HEIGHT = 66


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Everyone who shares a place, and a text under the medal, such as their points."""

    medal: Medal
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True)
class Podium:
    """How a cup ended; the title and the subtitle, which may be empty, are in the reader's language."""

    title: str
    subtitle: str
    steps: tuple[PodiumStep, ...]


def podium(result: Podium, *, theme: Theme = AEGEAN) -> bytes:
    """Return a podium as a PNG file, 1100 pixels wide; its height depends on the names.

    Pure and thread-safe.

    Raises:
        ValueError: there are no steps, two for the same medal, or one without a name.
    """
    return encoded(podium_image(result, theme))


def podium_image(result: Podium, theme: Theme) -> Image.Image:
    """Return the podium as indices of the theme's palette. Raises like ``podium``."""
    steps = _in_place(result.steps)
    wide = (INNER - GAP * (len(steps) - 1)) // len(steps)
    columns = [_Column.of(step, wide) for step in steps]
    title = lettering.broken(result.title, TITLE_ROOM, TITLE_LINES)
    head = TITLE + LINE_PITCH * (len(title) - 1) + SUBTITLE_DROP * bool(result.subtitle) + BELOW_HEAD
    foot = head + max(column.height for column in columns)
    card = Card.empty(WIDTH, foot + MARGIN, theme)
    _write_head(card, title, result.subtitle)
    for number, column in enumerate(columns):
        left = MARGIN + number * (wide + GAP)
        column.put(card, left, foot)
        _scatter(card, (left, head, left + wide, foot - column.height), number)
    return card.image


def _in_place(steps: tuple[PodiumStep, ...]) -> list[PodiumStep]:
    """Return steps from left to right: gold is in the middle, and silver on its left."""
    medals = [step.medal for step in steps]
    if not steps or len({*medals}) < len(medals):
        message = "a podium has one to three steps with different medals"
        raise ValueError(message)
    if not all(step.names for step in steps):
        message = "each step of a podium needs a name"
        raise ValueError(message)
    order = (Medal.SILVER, Medal.GOLD, Medal.BRONZE)
    return sorted(steps, key=lambda step: order.index(step.medal))


@dataclass(frozen=True, slots=True)
class _Column:
    """A step with the names above it, each on its lines."""

    step: PodiumStep
    width: int
    room: Room
    names: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, step: PodiumStep, width: int) -> Self:
        room = Room(width - 2 * NAME_EDGE, *NAME_SIZES)
        return cls(step, width, room, tuple(lettering.broken(name, room, NAME_LINES) for name in step.names))

    @property
    def rise(self) -> int:
        """Return the height of the step itself."""
        return RISES[self.step.medal]

    @property
    def height(self) -> int:
        """Return the height of the step with all that's above it."""
        crown = CROWN_HEIGHT if self.step.medal is Medal.GOLD else 0
        return self.rise + ABOVE_STEP + sum(_height(lines) for lines in self.names) + crown

    def put(self, card: Card, left: int, foot: int) -> None:
        """Put the column on a card, given its left end and the height of its foot."""
        theme, top = card.theme, foot - self.rise
        middle = left + self.width / 2
        step = _step(self.step.medal, (min(self.width, WIDEST_STEP), self.rise), theme)
        card.image.paste(step, (round(middle - step.width / 2), top))
        radius = MEDAL_RADII[self.step.medal]
        place = middle, top + TREAD + (self.rise - TREAD - FIGURE_RISE) * MEDAL_SHARE
        card.center(medal(self.step.medal, radius, theme.plate, theme), place)
        figure = Style(Room(self.width - 2 * EDGE, *FIGURE_SIZES), theme.text, theme.plate)
        card.write(self.step.figure, figure, (middle, foot - FIGURE_RISE), Side.MIDDLE)
        y = top - ABOVE_STEP
        for lines in reversed(self.names):
            room = self.room if len(lines) == 1 else Room(self.room.widest, READABLE, READABLE)
            style = Style(room, theme.text, theme.canvas)
            card.write_lines(lines, style, (middle, y - _height(lines) / 2), Side.MIDDLE)
            y -= _height(lines)
        if self.step.medal is Medal.GOLD:
            crown = _crown(theme)
            card.center(crown, (middle, y - CROWN_HEIGHT / 2))
            beside = self.width / 2 - crown.width
            for number, start in enumerate((left, middle + crown.width)):
                _scatter(card, (start, y - CROWN_HEIGHT, start + beside, y), number)


def _height(lines: Sequence[str]) -> int:
    return NAME_HEIGHT + LINE_PITCH * (len(lines) - 1)


def _write_head(card: Card, title: tuple[str, ...], subtitle: str) -> None:
    theme = card.theme
    room = TITLE_ROOM if len(title) == 1 else Room(TITLE_ROOM.widest, READABLE, READABLE)
    more = LINE_PITCH * (len(title) - 1)
    style = Style(room, theme.text, theme.canvas)
    card.write_lines(title, style, (WIDTH / 2, TITLE + more / 2), Side.MIDDLE)
    if subtitle:
        below = Style(SUBTITLE_ROOM, theme.coordinates, theme.canvas)
        card.write(subtitle, below, (WIDTH / 2, TITLE + more + SUBTITLE_DROP), Side.MIDDLE)


def _scatter(card: Card, box: tuple[float, float, float, float], first: int) -> None:
    """Scatter pieces like confetti in a part of the card that's otherwise empty."""
    left, top, right, bottom = box
    columns, rows = int((right - left) / CONFETTI_PITCH), int((bottom - top) / CONFETTI_PITCH)
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        chance, right_by, down_by = ((first + number) * step % 1 for step in SCATTERING)
        if chance < CONFETTI_SHARE:
            x = left + (right - left) * (column + 0.5) / columns + CONFETTI_SPREAD * (right_by - 0.5)
            y = top + (bottom - top) * (row + 0.5) / rows + CONFETTI_SPREAD * (down_by - 0.5)
            card.center(_confetto((first + number) % len(CONFETTI), card.theme), (x, y))


@lru_cache(maxsize=64)
def _confetto(number: int, theme: Theme) -> Image.Image:
    sheet = Sheet(CONFETTI_SIDE, CONFETTI_SIDE, CONFETTI_SCALE, (CONFETTI_SIDE / 2, CONFETTI_SIDE / 2))
    painting = Painting(theme, sheet, theme.canvas)
    body = CONFETTI[number]
    inks = theme.gold, theme.chip_rim, theme.dim_text, theme.last_move, theme.bronze
    painting.fill(sheet.mask(*body.outlines, holes=body.holes), inks[number % len(inks)])
    return painting.finished()


@lru_cache(maxsize=32)
def _step(kind: Medal, size: tuple[int, int], theme: Theme) -> Image.Image:
    """Return a step with an edge in the color of its medal. It's shared, so it mustn't be changed."""
    width, height = size
    sheet = Sheet(width, height, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.canvas)
    whole = sheet.mask(shapes.box(0, 0, width, height + STEP_RADIUS, STEP_RADIUS))
    painting.fill(whole, kind.tint(theme))
    painting.fill(whole.both(sheet.mask(shapes.box(0, TREAD, width, height))), theme.plate)
    return painting.finished()


@lru_cache(maxsize=4)
def _crown(theme: Theme) -> Image.Image:
    side = round(20 * 2 * CROWN_SCALE)
    sheet = Sheet(side, side, 1.0, (side / 2, side / 2))
    painting = Painting(theme, sheet, theme.canvas)
    painting.fill(sheet.mask(*icons.scaled(icons.CROWN, CROWN_SCALE)), theme.gold)
    return painting.finished()

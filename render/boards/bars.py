"""A player's bar: chip, name, Towers controlled, and pieces in hand.

The bar with its chip and the name are sprites; the rooks and pills, of which there are few, stay ready. So a
new player costs no more than the writing of a name.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine import Color, Kind
from render.boards.scene import Bar, Standing
from render.drawing import icons, shapes
from render.drawing.geometry import BAR_HEIGHT, BAR_WIDTH, Size
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Outline
from render.drawing.sprites import Sprite
from render.drawing.theme import Theme, Tint
from render.text import lettering

BAR_RADIUS = 20.0
OUTLINE = 5.0
CHIP = (46.0, 43.0)
CHIP_RADIUS = 30.0
CHIP_RIM = 4.5
NAME_LEFT = 93.0
NAME_MARGIN = 13.0
"""Room for letters that extend beyond their advance width."""
ROOKS_LEFT = 440.0
ROOK_WIDTH = 48.0
EMPTY_ROOK = 0.84
"""A Tower not yet controlled is smaller, so that the score can be read without colors."""
PILLS_LEFT = 600.0
PILL_TOP = 12.0
PILL_PITCH = 122.0
PILL_WIDTH = 118.0
PILL_HEIGHT = 62.0
PILL_RADIUS = 15.0
PILL_ICON = (34.0, 31.0)
PILL_COUNT = (86.0, 31.0)
PILL_FIGURE = 40.0

TOWERS_SHOWN = 3

_SIGNS: dict[Standing, tuple[Outline, ...]] = {
    Standing.WAITING: (),
    Standing.TO_MOVE: icons.PLAY,
    Standing.WON: icons.CROWN,
    Standing.LOST: (),
    Standing.RESIGNED: icons.FLAG,
    Standing.OUT_OF_TIME: icons.HANDS,
    Standing.DREW: icons.EQUAL,
    Standing.VOID: icons.CROSS,
}

_WITHOUT_WIN = {Standing.LOST, Standing.RESIGNED, Standing.OUT_OF_TIME, Standing.VOID}


@dataclass(frozen=True, slots=True)
class Pill:
    """How many pieces of a kind a player holds, and the bar's color around it."""

    kind: Kind
    color: Color
    count: int
    ground: Tint


def paste(image: Image.Image, bar: Bar, corner: tuple[int, int], size: Size, theme: Theme) -> None:
    """Put a bar on an image of indices of the theme's palette, its top left corner at ``corner``."""
    left, top = corner
    image.paste(_empty_bar(bar.color, bar.standing, size, theme).image(), corner)
    right, down = _name_corner(size)
    image.paste(_name(bar.name, bar.standing, size, theme).image(), (left + right, top + down))
    pill_top = top + size.pixels(PILL_TOP)
    rooks = _rooks(min(bar.towers, TOWERS_SHOWN), bar.standing, size, theme)
    image.paste(rooks, (left + size.pixels(ROOKS_LEFT), pill_top))
    for index, (kind, count) in enumerate(zip(Kind, bar.hand, strict=True)):
        pill = _pill(Pill(kind, bar.color, count, _ground(bar.standing, theme)), size, theme)
        image.paste(pill, (left + size.pixels(PILLS_LEFT + index * PILL_PITCH), pill_top))


def painted(bar: Bar, size: Size, theme: Theme) -> Image.Image:
    """Return a whole bar as indices of the theme's palette."""
    image = Image.new("P", (size.pixels(BAR_WIDTH), size.pixels(BAR_HEIGHT)))
    paste(image, bar, (0, 0), size, theme)
    return image


def _sheet(size: Size, width: float, height: float) -> Sheet:
    return Sheet(size.pixels(width), size.pixels(height), size.scale, (0.0, 0.0))


def _ground(standing: Standing, theme: Theme) -> Tint:
    if standing is Standing.WON:
        return theme.gold
    return theme.active_bar if standing is Standing.TO_MOVE else theme.bar


def _ink(standing: Standing, theme: Theme) -> Tint:
    if standing in _WITHOUT_WIN:
        return theme.dim_text
    return theme.on_gold if standing is Standing.WON else theme.text


@lru_cache(maxsize=48)
def _empty_bar(color: Color, standing: Standing, size: Size, theme: Theme) -> Sprite:
    sheet = _sheet(size, BAR_WIDTH, BAR_HEIGHT)
    painting = Painting(theme, sheet, theme.canvas)
    whole = shapes.box(0, 0, BAR_WIDTH, BAR_HEIGHT, BAR_RADIUS)
    ground = _ground(standing, theme)
    if standing is Standing.TO_MOVE:
        painting.fill(sheet.mask(whole), theme.gold)
        whole = shapes.box(OUTLINE, OUTLINE, BAR_WIDTH - OUTLINE, BAR_HEIGHT - OUTLINE, BAR_RADIUS - OUTLINE)
    painting.fill(sheet.mask(whole), ground)
    _paint_chip(painting, color, standing)
    return Sprite.of(painting.finished())


@lru_cache(maxsize=512)
def _name(name: str, standing: Standing, size: Size, theme: Theme) -> Sprite:
    """Return a name with a margin at either end, on the bar's color."""
    line = lettering.fitted(name)
    right = min(NAME_LEFT + line.width + NAME_MARGIN, ROOKS_LEFT)
    sheet = _sheet(size, right - NAME_LEFT + NAME_MARGIN, BAR_HEIGHT - 2 * OUTLINE)
    painting = Painting(theme, sheet, _ground(standing, theme))
    left, top = _name_corner(size)
    start = NAME_LEFT * size.scale - left, BAR_HEIGHT / 2 * size.scale - top
    lettering.draw_line(painting.image, line, start, size.scale, _ink(standing, theme))
    return Sprite.of(painting.finished())


def _name_corner(size: Size) -> tuple[int, int]:
    return size.pixels(NAME_LEFT - NAME_MARGIN), size.pixels(OUTLINE)


def _paint_chip(painting: Painting, color: Color, standing: Standing) -> None:
    theme, sheet = painting.theme, painting.sheet
    own, other = (theme.white, theme.black) if color is Color.WHITE else (theme.black, theme.white)
    rim = {Standing.TO_MOVE: theme.gold, Standing.WON: theme.on_gold}.get(standing, theme.chip_rim)
    painting.fill(sheet.mask(shapes.disc(CHIP_RADIUS, *CHIP)), rim)
    painting.fill(sheet.mask(shapes.disc(CHIP_RADIUS - CHIP_RIM, *CHIP)), own.flat)
    sign = _SIGNS[standing]
    if sign:
        golden = standing in {Standing.TO_MOVE, Standing.WON} and color is Color.BLACK
        ink = theme.winner if golden else other.flat
        painting.fill(sheet.mask(*icons.placed(sign, *CHIP)), ink)


@lru_cache(maxsize=32)
def _rooks(towers: int, standing: Standing, size: Size, theme: Theme) -> Image.Image:
    """Return the rooks of the Towers as indices. They're shared, so they must not be changed."""
    sheet = _sheet(size, ROOK_WIDTH * TOWERS_SHOWN, PILL_HEIGHT)
    painting = Painting(theme, sheet, _ground(standing, theme))
    won, empty = theme.gold, theme.empty_rook
    if standing is Standing.WON:
        won, empty = theme.on_gold, theme.empty_rook_on_gold
    for index in range(TOWERS_SHOWN):
        rook = icons.ROOK if index < towers else icons.scaled(icons.ROOK, EMPTY_ROOK)
        placed = icons.placed(rook, (index + 0.5) * ROOK_WIDTH, PILL_HEIGHT / 2)
        painting.fill(sheet.mask(*placed), won if index < towers else empty)
    return painting.finished()


@lru_cache(maxsize=96)
def _pill(pill: Pill, size: Size, theme: Theme) -> Image.Image:
    """Return a pill as indices. It is shared, so it must not be changed."""
    sheet = _sheet(size, PILL_WIDTH, PILL_HEIGHT)
    painting = Painting(theme, sheet, pill.ground)
    white = pill.color is Color.WHITE
    fill, ink = (theme.white_pill, theme.white.flat) if white else (theme.black_pill, theme.black.flat)
    if pill.count == 0:
        fill, ink = theme.empty_pill, theme.dim_text
    painting.fill(sheet.mask(shapes.box(0, 0, PILL_WIDTH, PILL_HEIGHT, PILL_RADIUS)), fill)
    outlines, holes = _icon(pill.kind)
    painting.fill(sheet.mask(*icons.placed(outlines, *PILL_ICON), holes=icons.placed(holes, *PILL_ICON)), ink)
    x, y = PILL_COUNT
    lettering.draw_figure(
        painting.image, str(pill.count), (x * size.scale, y * size.scale), PILL_FIGURE * size.scale, ink
    )
    return painting.finished()


def _icon(kind: Kind) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
    """Return the small outlines of a piece, and of its hole."""
    if kind is Kind.SQUARE:
        return (shapes.rounded_square(17, 4),), (shapes.rounded_square(8, 2),)
    if kind is Kind.TRIANGLE:
        return (shapes.swollen(((0, -15), (16, 14), (-16, 14)), 1.5),), ()
    return (shapes.disc(14.5),), ()

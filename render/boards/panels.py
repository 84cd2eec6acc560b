"""A player's panel beside the board: chip, Towers controlled, name, and pieces in hand.

The panel with its chip and the name are sprites; the rooks and pills, of which there are few, stay ready. So
a new player costs no more than the writing of a name.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine import Color, Kind
from render.boards.scene import Panel, Standing
from render.drawing import icons, shapes
from render.drawing.geometry import PANEL_HEIGHT, PANEL_WIDTH, Size
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Outline
from render.drawing.sprites import Sprite
from render.drawing.theme import Theme, Tint
from render.text import lettering
from render.text.lettering import Room

RADIUS = 20.0
OUTLINE = 5.0
CHIP = (50.0, 48.0)
CHIP_RADIUS = 32.0
CHIP_RIM = 5.0
NAME = Room(292, 46, 40)
"""The smallest size is 10 pixels on a phone. A name that's too long for one line is on two."""
RATING = Room(150, 40, 40)
RATING_GAP = 14.0
NAME_LEFT = 18.0
NAME_TOP = 81.0
NAME_HEIGHT = 88.0
NAME_LINE = 40.0
NAME_MARGIN = 12.0
"""Room for letters that extend beyond their advance width."""
ROOKS_LEFT = 118.0
ROOKS_TOP = 18.0
ROOK_WIDTH = 64.0
ROOK_HEIGHT = 60.0
ROOK_SIZE = 1.3
ROOK_CONTOUR = 4.0
"""A Tower not yet controlled is hollow, so that the score can be read without colors."""
PILLS_LEFT = 18.0
PILLS_TOP = 176.0
PILL_PITCH = 94.0
PILL_WIDTH = 292.0
PILL_HEIGHT = 86.0
PILL_RADIUS = 16.0
PILL_ICON = (96.0, 43.0)
PILL_COUNT = (192.0, 43.0)
PILL_FIGURE = 60.0

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
    """How many pieces of a kind a player holds, and the panel's color around it."""

    kind: Kind
    color: Color
    count: int
    ground: Tint


def paste(image: Image.Image, panel: Panel, corner: tuple[int, int], size: Size, theme: Theme) -> None:
    """Put a panel on an image of indices of the theme's palette, its top left corner at ``corner``."""
    left, top = corner

    def put(part: Image.Image, right: float, down: float) -> None:
        image.paste(part, (left + size.pixels(right), top + size.pixels(down)))

    put(_empty_panel(panel.color, panel.standing, size, theme).image(), 0, 0)
    name = _name(panel.name, panel.rating, panel.standing, size, theme)
    put(name.image(), NAME_LEFT - NAME_MARGIN, NAME_TOP)
    put(_rooks(min(panel.towers, TOWERS_SHOWN), panel.standing, size, theme), ROOKS_LEFT, ROOKS_TOP)
    for index, (kind, count) in enumerate(zip(Kind, panel.hand, strict=True)):
        pill = Pill(kind, panel.color, count, _ground(panel.standing, theme))
        put(_pill(pill, size, theme), PILLS_LEFT, PILLS_TOP + index * PILL_PITCH)


def painted(panel: Panel, size: Size, theme: Theme) -> Image.Image:
    """Return a whole panel as indices of the theme's palette."""
    image = Image.new("P", (size.pixels(PANEL_WIDTH), size.pixels(PANEL_HEIGHT)))
    paste(image, panel, (0, 0), size, theme)
    return image


def _sheet(size: Size, width: float, height: float) -> Sheet:
    return Sheet(size.pixels(width), size.pixels(height), size.scale, (0.0, 0.0))


def _ground(standing: Standing, theme: Theme) -> Tint:
    if standing is Standing.WON:
        return theme.gold
    return theme.active_panel if standing is Standing.TO_MOVE else theme.panel


def _ink(standing: Standing, theme: Theme) -> Tint:
    if standing in _WITHOUT_WIN:
        return theme.dim_text
    return theme.on_gold if standing is Standing.WON else theme.text


@lru_cache(maxsize=48)
def _empty_panel(color: Color, standing: Standing, size: Size, theme: Theme) -> Sprite:
    sheet = _sheet(size, PANEL_WIDTH, PANEL_HEIGHT)
    painting = Painting(theme, sheet, theme.canvas)
    whole = shapes.box(0, 0, PANEL_WIDTH, PANEL_HEIGHT, RADIUS)
    if standing is Standing.TO_MOVE:
        painting.fill(sheet.mask(whole), theme.gold)
        right, bottom = PANEL_WIDTH - OUTLINE, PANEL_HEIGHT - OUTLINE
        whole = shapes.box(OUTLINE, OUTLINE, right, bottom, RADIUS - OUTLINE)
    painting.fill(sheet.mask(whole), _ground(standing, theme))
    _paint_chip(painting, color, standing)
    return Sprite.of(painting.finished())


@lru_cache(maxsize=512)
def _name(name: str, rating: str, standing: Standing, size: Size, theme: Theme) -> Sprite:
    """Return a name with a margin at either end, on the panel's color.

    A rating is on the second line, after what's there of the name.
    """
    rated = lettering.fitted(rating, RATING)
    lines = lettering.wrapped(name, NAME, rated.width + RATING_GAP if rating else 0.0)
    placed = [(line, 0.0, float(number)) for number, line in enumerate(lines)]
    if rating:
        after = lines[1].width + RATING_GAP if len(lines) > 1 else 0.0
        placed.append((rated, after, 1.0))
    width = max(left + line.width for line, left, _ in placed)
    painting = Painting(theme, _sheet(size, width + 2 * NAME_MARGIN, NAME_HEIGHT), _ground(standing, theme))
    middle = (NAME_HEIGHT - placed[-1][2] * NAME_LINE) / 2
    for line, left, row in placed:
        start = (NAME_MARGIN + left) * size.scale, (middle + row * NAME_LINE) * size.scale
        lettering.draw_line(painting.image, line, start, size.scale, _ink(standing, theme))
    return Sprite.of(painting.finished())


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
    sheet = _sheet(size, ROOK_WIDTH * TOWERS_SHOWN, ROOK_HEIGHT)
    painting = Painting(theme, sheet, _ground(standing, theme))
    won, empty = theme.gold, theme.empty_rook
    if standing is Standing.WON:
        won, empty = theme.on_gold, theme.empty_rook_on_gold
    rook = icons.scaled(icons.ROOK, ROOK_SIZE)
    for index in range(TOWERS_SHOWN):
        solid = sheet.mask(*icons.placed(rook, (index + 0.5) * ROOK_WIDTH, ROOK_HEIGHT / 2))
        if index < towers:
            painting.fill(solid, won)
        else:
            painting.fill(solid.without(solid.shrunk(size.pixels(ROOK_CONTOUR))), empty)
    return painting.finished()


@lru_cache(maxsize=96)
def _pill(pill: Pill, size: Size, theme: Theme) -> Image.Image:
    """Return a pill as indices. It's shared, so it must not be changed."""
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
        return (shapes.rounded_square(25.5, 6),), (shapes.rounded_square(12, 3),)
    if kind is Kind.TRIANGLE:
        return (shapes.swollen(((0, -22), (24, 21), (-24, 21)), 2),), ()
    return (shapes.disc(22),), ()

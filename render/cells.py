"""One space of the board with all that lies on it: painted once, then pasted.

A cell is exactly one pitch wide, and everything drawn for a space stays inside its cell, so cells never
overlap.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from math import ceil, sqrt

from PIL import Image, ImageFilter

from engine import Colour, Direction, Kind, Piece
from render import icons, shapes
from render.geometry import PITCH, Size
from render.painting import SHADOW_SHARE, Painting, shadow
from render.shapes import Outline, Sheet, both, without
from render.theme import Finish, Theme

SPACE_HALF = 113.0
SPACE_RADIUS = 20.0
TOWER_RING = 10.0
TOWER_RING_BESIDE_MARK = 8.0
"""The Tower's ring makes room when the ring of the last move lies between it and the Square."""
GOLD_MOAT = 2.0
"""Gold is too light for the space: it lies on the plate's colour."""
BADGE = (85.0, -85.0)
BADGE_RADIUS = 28.0
BADGE_MOAT = 4.0
BADGE_ROOK = 0.72
PIP = (-97.0, -97.0)
PIP_RADIUS = 16.0
PIP_DOT = 6.0
PIP_MOAT = 4.0
DISC_MOAT = 8.5
MOAT_SHIFT = 0.22
"""How far a moat between pieces of one colour is darkened (White) or lightened (Black)."""
MARK_GAP = 3.5
MARK_WIDTH = 6.5
GLOW_BLUR = 7.0
GLOW_SHARE = 0.7
BRACKET_LENGTH = 56.0
BRACKET_WIDTH = 7.0
BRACKET_INSET = 4.0
HATCH_CONTOUR = 5.0
HATCH_WIDTH = 9.0
HATCH_PITCH = 20.0


class Ring(Enum):
    """Whose Tower this is, or that it won the game."""

    WHITE = Colour.WHITE
    BLACK = Colour.BLACK
    GOLD = "gold"


class Surface(Enum):
    """What may be done here."""

    PLAIN = "plain"
    OPEN = "open"
    """One may play here, as on most of the board: only brackets say so."""
    LEGAL = "legal"
    """One of the few spaces where one may play."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one space shows."""

    pieces: tuple[Piece, ...] = ()
    surface: Surface = Surface.PLAIN
    ring: Ring | None = None
    last: Kind | None = None
    """The kind of the piece played last, if it lies here."""
    chevrons: tuple[tuple[Direction, Direction], ...] = ()
    """Halves of chevrons on this cell's edge: at which side, pointing where."""
    dimmed: bool = False
    chosen: Piece | None = None
    """A piece that its player has chosen for this space and not played yet."""


@lru_cache(maxsize=320)
def sprite(cell: Cell, size: Size, theme: Theme) -> Image.Image:
    """The cell as indices of the theme's palette. Shared: not to be changed."""
    return _CellPainter(cell, size, theme).paint()


@cache
def _sheet(size: Size) -> Sheet:
    return Sheet(size.pitch, size.pitch, size.scale, (size.pitch / 2, size.pitch / 2))


@lru_cache(maxsize=96)
def _mask(size: Size, outlines: tuple[Outline, ...], holes: tuple[Outline, ...] = ()) -> Image.Image:
    return _sheet(size).mask(*outlines, holes=holes)


@lru_cache(maxsize=32)
def _shadow(size: Size, outlines: tuple[Outline, ...], holes: tuple[Outline, ...] = ()) -> Image.Image:
    return both(shadow(_mask(size, outlines, holes), size.scale), _mask(size, (_space(size),)))


@lru_cache(maxsize=32)
def _glow(size: Size, outlines: tuple[Outline, ...], holes: tuple[Outline, ...]) -> Image.Image:
    ring = _mask(size, outlines, holes).filter(ImageFilter.GaussianBlur(GLOW_BLUR * size.scale))
    return both(ring, _mask(size, (_space(size),)))


@lru_cache(maxsize=32)
def _hatched(size: Size, outlines: tuple[Outline, ...], holes: tuple[Outline, ...]) -> Image.Image:
    """The shape's contour, and stripes inside it."""
    body = _mask(size, outlines, holes)
    inside = shapes.shrunk(body, max(1, round(HATCH_CONTOUR * size.scale)))
    return without(body, without(inside, _mask(size, _stripes())))


def _stripes() -> tuple[Outline, ...]:
    """Slanting stripes over the whole space."""
    half, reach = HATCH_WIDTH / 2 * sqrt(2), SPACE_HALF
    count = ceil(2 * reach / HATCH_PITCH)
    return tuple(
        (
            (middle - half - reach, reach),
            (middle + half - reach, reach),
            (middle + half + reach, -reach),
            (middle - half + reach, -reach),
        )
        for middle in (step * HATCH_PITCH for step in range(-count, count + 1))
    )


def _space(size: Size, inset: float = 0.0) -> Outline:
    """The space's outline; its edges lie on whole pixels, so that they are sharp at every size."""
    half = (size.pitch - 2 * round((PITCH / 2 - SPACE_HALF) * size.scale)) / 2 / size.scale
    return shapes.rounded_square(half - inset, SPACE_RADIUS - inset)


class _CellPainter:
    """Paints one cell from the plate up."""

    def __init__(self, cell: Cell, size: Size, theme: Theme) -> None:
        self.cell = cell
        self.size = size
        self.theme = theme
        self.painting = Painting(theme, _sheet(size), theme.plate)
        self.ground = theme.legal if cell.surface is Surface.LEGAL else theme.space
        self.white, self.black = theme.white, theme.black
        if cell.dimmed:
            self.ground, self.white, self.black = theme.dimmed_space, theme.dimmed_white, theme.dimmed_black
        self.pieces = {piece.kind: piece for piece in cell.pieces}
        if cell.chosen:
            self.pieces[cell.chosen.kind] = cell.chosen
        self.direction = self.pieces[Kind.TRIANGLE].direction if Kind.TRIANGLE in self.pieces else None

    def paint(self) -> Image.Image:
        self._paint_surface()
        if self.cell.ring:
            self._paint_ring(self.cell.ring)
        if self.cell.last:
            self._paint_glow(self.cell.last)
        for kind in Kind:
            if kind in self.pieces:
                self._paint_piece(self.pieces[kind])
        if self.cell.last:
            self._paint_mark(self.cell.last)
        if self.cell.ring:
            self._paint_badge(self.cell.ring)
        if self.cell.last:
            self._paint_pip()
        for side, pointing in self.cell.chevrons:
            self._paint_chevron(side, pointing)
        return self.painting.finished()

    def _mask(self, *outlines: Outline, holes: tuple[Outline, ...] = ()) -> Image.Image:
        return _mask(self.size, outlines, holes)

    def _finish(self, colour: Colour) -> Finish:
        return self.white if colour is Colour.WHITE else self.black

    def _paint_surface(self) -> None:
        space = self._mask(_space(self.size))
        self.painting.shade(space, self.ground, -SPACE_HALF, SPACE_HALF)
        lip = max(1, round(1.6 * self.size.scale))
        self.painting.fill(without(space, shapes.shifted(space, lip)), self.theme.coordinates, 0.22)
        if self.cell.surface is not Surface.PLAIN:
            self.painting.fill(_brackets(self.size), self.theme.mark)
        if self.cell.surface is Surface.LEGAL and not self.pieces:
            self.painting.fill(self._mask(*icons.PLUS), self.theme.mark)

    def _paint_ring(self, ring: Ring) -> None:
        beside_mark = self.cell.last is Kind.SQUARE
        width = TOWER_RING_BESIDE_MARK if beside_mark else TOWER_RING
        edge = _space(self.size)
        if ring is Ring.GOLD:
            moat = self._mask(edge, holes=(_space(self.size, width + GOLD_MOAT),))
            self.painting.fill(moat, self.theme.plate)
        self.painting.fill(self._mask(edge, holes=(_space(self.size, width),)), self._ring_finish(ring)[0])

    def _ring_finish(self, ring: Ring) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        theme = self.theme
        return {
            Ring.WHITE: (self.white.flat, self.black.flat),
            Ring.BLACK: (self.black.flat, self.white.flat),
            Ring.GOLD: (theme.winner, theme.on_winner),
        }[ring]

    def _paint_piece(self, piece: Piece) -> None:
        direction = self.direction if piece.kind is Kind.CYLINDER else piece.direction
        body = shapes.body(piece.kind, direction)
        finish = self._finish(piece.colour)
        if piece.kind is Kind.CYLINDER and self.direction:
            self._paint_moat(piece)
        if piece is self.cell.chosen:
            hatched = _hatched(self.size, body.outlines, body.holes)
            self.painting.shade(hatched, finish.body, body.top, body.bottom)
            return
        fallen = _shadow(self.size, body.outlines, body.holes)
        self.painting.fill(fallen, self.theme.shadow, SHADOW_SHARE)
        self.painting.solid(self._mask(*body.outlines, holes=body.holes), finish, body.top, body.bottom)

    def _paint_moat(self, disc: Piece) -> None:
        colour = self.pieces[Kind.TRIANGLE].colour
        width = DISC_MOAT + (1.5 if self.cell.last is Kind.CYLINDER else 0)
        moat = shapes.disc(shapes.DISC_RADIUS + width, *shapes.disc_centre(self.direction))
        ground = self.ground
        if disc.colour is colour:
            shade = self.black.flat if colour is Colour.WHITE else self.white.flat
            ground = ground.towards(shade, MOAT_SHIFT)
        self.painting.shade(self._mask(moat), ground, -SPACE_HALF, SPACE_HALF)

    def _mark_outlines(self, kind: Kind) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
        """The ring around the piece played last: its outer and its inner outline."""
        outer = MARK_GAP + MARK_WIDTH
        if kind is Kind.TRIANGLE and self.direction:
            gap, reach = (3.0, 8.0) if Kind.SQUARE in self.pieces else (MARK_GAP, outer)
            return (shapes.triangle(self.direction, reach),), (shapes.triangle(self.direction, gap),)
        if kind is Kind.CYLINDER:
            gap, reach = (2.5, 7.5) if self.direction else (MARK_GAP, outer)
            centre = shapes.disc_centre(self.direction)
            radius = shapes.DISC_RADIUS
            return (shapes.disc(radius + reach, *centre),), (shapes.disc(radius + gap, *centre),)
        gap, reach = (2.0, 6.0) if self.cell.ring else (MARK_GAP, outer)
        half, radius = shapes.SQUARE_HALF, shapes.SQUARE_RADIUS
        return (
            (shapes.rounded_square(half + reach, radius + reach),),
            (shapes.rounded_square(half + gap, radius + gap),),
        )

    def _paint_glow(self, kind: Kind) -> None:
        outlines, holes = self._mark_outlines(kind)
        self.painting.fill(_glow(self.size, outlines, holes), self.theme.last_move, GLOW_SHARE)

    def _paint_mark(self, kind: Kind) -> None:
        outlines, holes = self._mark_outlines(kind)
        self.painting.fill(self._mask(*outlines, holes=holes), self.theme.last_move)

    def _paint_badge(self, ring: Ring) -> None:
        colour, rook = self._ring_finish(ring)
        self.painting.fill(self._mask(shapes.disc(BADGE_RADIUS + BADGE_MOAT, *BADGE)), self.theme.plate)
        self.painting.fill(self._mask(shapes.disc(BADGE_RADIUS, *BADGE)), colour)
        self.painting.fill(self._mask(*icons.placed(icons.scaled(icons.ROOK, BADGE_ROOK), *BADGE)), rook)

    def _paint_pip(self) -> None:
        self.painting.fill(self._mask(shapes.disc(PIP_RADIUS + PIP_MOAT, *PIP)), self.theme.plate)
        self.painting.fill(self._mask(shapes.disc(PIP_RADIUS, *PIP)), self.theme.last_move)
        self.painting.fill(self._mask(shapes.disc(PIP_DOT, *PIP)), self.theme.pip)

    def _paint_chevron(self, side: Direction, pointing: Direction) -> None:
        right, down = shapes.turned([(0.0, -PITCH / 2)], side)[0]
        shape = shapes.turned(icons.CHEVRON, pointing)
        centred = shapes.moved(shape, right, down)
        edge = shapes.moved(shapes.swollen(shape, 3.5), right, down)
        self.painting.fill(self._mask(edge), self.theme.chevron_edge)
        self.painting.fill(self._mask(centred), self.theme.chevron)


@cache
def _brackets(size: Size) -> Image.Image:
    """Four corners of a frame just inside the space."""
    reach = SPACE_HALF - BRACKET_INSET
    inner = reach - BRACKET_WIDTH
    frame = _mask(
        size,
        (shapes.rounded_square(reach, SPACE_RADIUS - BRACKET_INSET),),
        (shapes.rounded_square(inner, SPACE_RADIUS - BRACKET_INSET - BRACKET_WIDTH),),
    )
    gap = reach - BRACKET_LENGTH
    across = shapes.box(-reach - 1, -gap, reach + 1, gap)
    return without(frame, _mask(size, (across, shapes.turned(across, Direction.EAST))))

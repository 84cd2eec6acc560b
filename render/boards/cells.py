"""One space of the board with everything on it: painted once, then pasted.

A cell is exactly one pitch wide, and everything drawn for a space stays inside its cell, so cells never
overlap.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from PIL import Image

from engine import Color, Direction, Kind, Piece
from render.boards import cell_masks
from render.boards.cell_masks import SPACE_HALF
from render.drawing.geometry import Size
from render.drawing.masks import Box
from render.drawing.painting import Painting, Relief, relief
from render.drawing.sprites import Sprite
from render.drawing.theme import Finish, Gradient, Theme, Tint

TOWER_RING = 10.0
TOWER_RING_BESIDE_MARK = 8.0
"""The Tower's ring makes room if the ring of the last move is between it and the Square."""
RING_MOAT = 2.0
"""A ring that's too close to the color of the space has this around it."""
DISC_MOAT = 8.5
DISC_MOAT_BESIDE_MARK = 10.0
MOAT_SHIFT = 0.22
"""How far a moat between pieces of one color is darkened (White) or lightened (Black)."""
MARK_GAP = 3.5
MARK_WIDTH = 6.5


class Ring(Enum):
    """The ring of a Tower: who controls it, or that it won the game."""

    WHITE = Color.WHITE
    BLACK = Color.BLACK
    GOLD = "gold"


class Surface(Enum):
    """How a space looks, depending on whether the player to move may play there."""

    PLAIN = "plain"
    OPEN = "open"
    """A legal space if most of the board is legal: only brackets mark it."""
    LEGAL = "legal"
    """A legal space if there are only a few."""
    AIMED = "aimed"
    """The space of a Triangle whose direction is being chosen."""
    BETTER = "better"
    """The space of a move that would have been better than the last one."""


Chevron = tuple[Direction, Direction]
"""Half of a chevron on a cell's edge: the side it's on, and where it points."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one space shows."""

    pieces: tuple[Piece, ...] = ()
    surface: Surface = Surface.PLAIN
    ring: Ring | None = None
    last: Kind | None = None
    """The kind of the piece played last, if it's here."""
    chevrons: tuple[Chevron, ...] = ()
    dimmed: bool = False
    hatched: Piece | None = None
    """A piece that isn't on the board: chosen but not played yet, or better than the one that was played."""
    aims: tuple[Direction, ...] = ()
    """Where the Triangle that its player has chosen for this space can point."""


def paste(image: Image.Image, cell: Cell, corner: tuple[int, int], size: Size, theme: Theme) -> None:
    """Put a cell on an image of indices of the theme's palette, its top left corner at ``corner``."""
    left, top = corner
    # A cell with chevrons is one without them whose sides are painted over in the middle.
    plain = replace(cell, chevrons=()) if cell.chevrons else cell
    image.paste(_ready(plain, size, theme), corner)
    for chevron in cell.chevrons:
        part = _chevron_box(chevron, size)
        image.paste(_chevron(plain, chevron, size, theme).image(), (left + part[0], top + part[1]))


def painted(cell: Cell, size: Size, theme: Theme) -> Image.Image:
    """Return a whole cell as indices of the theme's palette."""
    return _CellPainter(cell, size, theme, cell_masks.sheet(size).box).paint()


# Seven of eight cells in thirty games at once are among the last 64, which take 4 MB.
@lru_cache(maxsize=64)
def _ready(cell: Cell, size: Size, theme: Theme) -> Image.Image:
    """Return a whole cell as indices. It's shared, so it must not be changed."""
    return _kept(cell, size, theme).image()


@lru_cache(maxsize=2048)
def _kept(cell: Cell, size: Size, theme: Theme) -> Sprite:
    # Games lead to some 500 cells without chevrons in each theme: there is room for all of them.
    return Sprite.of(painted(cell, size, theme))


@lru_cache(maxsize=2048)
def _chevron(plain: Cell, chevron: Chevron, size: Size, theme: Theme) -> Sprite:
    """Return the part of a cell that a chevron reaches."""
    part = _chevron_box(chevron, size)
    return Sprite.of(_CellPainter(replace(plain, chevrons=(chevron,)), size, theme, part).paint())


def _chevron_box(chevron: Chevron, size: Size) -> Box:
    edge, _ = cell_masks.chevron(size, *chevron)
    return edge.box


@lru_cache(maxsize=8)
def _empty_space(ground: Gradient, surface: Surface, size: Size, theme: Theme, *, plus: bool) -> Painting:
    """Return a space without pieces. It's shared, so nothing must be painted on it."""
    painting = Painting(theme, cell_masks.sheet(size), theme.plate)
    painting.shade(cell_masks.space(size), ground, -SPACE_HALF, SPACE_HALF)
    painting.fill(cell_masks.space_lip(size), theme.coordinates)
    if surface in {Surface.AIMED, Surface.BETTER}:
        painting.fill(cell_masks.frame(size), theme.mark)
    elif surface is not Surface.PLAIN:
        painting.fill(cell_masks.brackets(size), theme.mark)
    if plus:
        painting.fill(cell_masks.plus(size), theme.mark)
    return painting


# Few, because painting a cell takes twenty times as long as making these again.
@lru_cache(maxsize=8)
def _relief(size: Size, kind: Kind, direction: Direction | None, finish: Finish) -> Relief:
    return relief(cell_masks.body(size, kind, direction), finish, size.scale)


class _CellPainter:
    """Paints a cell, or a part of it, from the plate up."""

    def __init__(self, cell: Cell, size: Size, theme: Theme, part: Box) -> None:
        self.cell = cell
        self.size = size
        self.theme = theme
        self.ground = theme.legal if cell.surface in {Surface.LEGAL, Surface.AIMED} else theme.space
        self.white, self.black = theme.white, theme.black
        if cell.dimmed:
            self.ground, self.white, self.black = theme.dimmed_space, theme.dimmed_white, theme.dimmed_black
        self.pieces = {piece.kind: piece for piece in cell.pieces}
        if cell.hatched:
            self.pieces[cell.hatched.kind] = cell.hatched
        self.direction = self.pieces[Kind.TRIANGLE].direction if Kind.TRIANGLE in self.pieces else None
        plus = cell.surface is Surface.LEGAL and not self.pieces
        self.painting = _empty_space(self.ground, cell.surface, size, theme, plus=plus).part(part)

    def paint(self) -> Image.Image:
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
        for direction in self.cell.aims:
            self.painting.fill(cell_masks.aim(self.size, direction), self.theme.mark)
        for side, pointing in self.cell.chevrons:
            self._paint_chevron(side, pointing)
        return self.painting.finished()

    def _finish(self, color: Color) -> Finish:
        return self.white if color is Color.WHITE else self.black

    def _paint_ring(self, ring: Ring) -> None:
        beside_mark = self.cell.last is Kind.SQUARE
        width = TOWER_RING_BESIDE_MARK if beside_mark else TOWER_RING
        color, _, around = self._ring_colors(ring)
        inset = 0.0
        if around:
            self.painting.fill(cell_masks.ring(self.size, width + RING_MOAT), around)
            inset = RING_MOAT if self.white.edge or self.black.edge else 0.0
        self.painting.fill(cell_masks.ring(self.size, width, inset), color)

    def _ring_colors(self, ring: Ring) -> tuple[Tint, Tint, Tint | None]:
        """Return the colors of the ring, of the rook on its badge, and of what's around it, if anything."""
        theme, white, black = self.theme, self.white, self.black
        return {
            Ring.WHITE: (white.flat, black.flat, white.edge),
            Ring.BLACK: (black.flat, white.flat, black.edge),
            Ring.GOLD: (theme.winner, theme.on_winner, theme.surround),
        }[ring]

    def _paint_piece(self, piece: Piece) -> None:
        direction = self._aim(piece.kind)
        heights = cell_masks.heights(piece.kind, direction)
        finish = self._finish(piece.color)
        if piece.kind is Kind.CYLINDER and self.direction:
            self._paint_moat(piece, self.direction)
        hatched = piece is self.cell.hatched
        if not hatched:
            self.painting.fill(cell_masks.shadow(self.size, piece.kind, direction), self.theme.shadow)
        if finish.edge:
            self.painting.fill(cell_masks.edge(self.size, piece.kind, direction), finish.edge)
        if hatched:
            stripes = cell_masks.hatched(self.size, piece.kind, direction)
            self.painting.shade(stripes, finish.body, *heights)
        else:
            body = _relief(self.size, piece.kind, direction, finish)
            self.painting.solid(body, finish, *heights)

    def _aim(self, kind: Kind) -> Direction | None:
        """Return the direction that a kind's shape depends on: a Cylinder lies beside the Triangle's tip."""
        return None if kind is Kind.SQUARE else self.direction

    def _paint_moat(self, disc: Piece, direction: Direction) -> None:
        color = self.pieces[Kind.TRIANGLE].color
        width = DISC_MOAT_BESIDE_MARK if self.cell.last is Kind.CYLINDER else DISC_MOAT
        ground = self.ground
        if disc.color is color:
            shade = self.black.flat if color is Color.WHITE else self.white.flat
            ground = ground.toward(shade, MOAT_SHIFT)
        moat = cell_masks.moat(self.size, direction, width)
        self.painting.shade(moat, ground, -SPACE_HALF, SPACE_HALF)

    def _mark_reach(self, kind: Kind) -> tuple[float, float]:
        """Return how far from the last piece its ring begins and ends: closer where space is tight."""
        outer = MARK_GAP + MARK_WIDTH
        if kind is Kind.TRIANGLE:
            return (3.0, 8.0) if Kind.SQUARE in self.pieces else (MARK_GAP, outer)
        if kind is Kind.CYLINDER:
            return (2.5, 7.5) if self.direction else (MARK_GAP, outer)
        return (2.0, 6.0) if self.cell.ring else (MARK_GAP, outer)

    def _paint_glow(self, kind: Kind) -> None:
        glow = cell_masks.glow(self.size, kind, self._aim(kind), *self._mark_reach(kind))
        self.painting.fill(glow, self.theme.last_move)

    def _paint_mark(self, kind: Kind) -> None:
        mark = cell_masks.mark(self.size, kind, self._aim(kind), *self._mark_reach(kind))
        self.painting.fill(mark, self.theme.last_move)

    def _paint_badge(self, ring: Ring) -> None:
        around, badge, rook = cell_masks.badge(self.size)
        color, rook_color, edge = self._ring_colors(ring)
        self.painting.fill(around, edge or self.theme.surround)
        self.painting.fill(badge, color)
        self.painting.fill(rook, rook_color)

    def _paint_pip(self) -> None:
        around, pip, dot = cell_masks.pip(self.size)
        self.painting.fill(around, self.theme.plate)
        self.painting.fill(pip, self.theme.last_move)
        self.painting.fill(dot, self.theme.pip)

    def _paint_chevron(self, side: Direction, pointing: Direction) -> None:
        edge, chevron = cell_masks.chevron(self.size, side, pointing)
        self.painting.fill(edge, self.theme.chevron_edge)
        self.painting.fill(chevron, self.theme.chevron)

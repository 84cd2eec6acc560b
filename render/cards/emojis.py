"""Small square pictures of the pieces, for buttons (Discord's application emojis)."""

from io import BytesIO

from engine import Color, Direction, Kind, Piece
from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting, relief
from render.drawing.shapes import Outline
from render.drawing.theme import AEGEAN, Theme

SIDE = 128
"""Pixels."""

SCALES = {Kind.SQUARE: 0.5, Kind.TRIANGLE: 0.78, Kind.CYLINDER: 1.56}
"""Pixels in a unit: a button shows the picture 20 pixels wide, so every piece fills it."""

CONTOUR = 11.0
"""Pixels of the other side's color around a piece."""

HOLE_HALF = 42.0
"""A Square's hole is smaller than on the board, where its frame has room to be thin."""

HOLE_RADIUS = 12.0

TRIANGLE_SHIFT = 4.0
"""A Triangle looks centered if it's shifted against its direction."""

TRIANGLE_MIDDLE = 15.5
"""How far below the origin a Triangle has the point that's equally far from its sides."""

UNAIMED_HOLE = 0.45
"""A Triangle that has no direction yet is hollow; the hole has this share of its sides."""

PIECES: tuple[Piece, ...] = tuple(
    Piece(kind, color, direction)
    for kind in Kind
    for color in Color
    for direction in ((*Direction, None) if kind is Kind.TRIANGLE else (None,))
)
"""Every piece: each kind in each color, Triangles in each direction, and those that have none yet."""


def emoji(piece: Piece, *, theme: Theme = AEGEAN) -> bytes:
    """Return a PNG file of 128 by 128 pixels: the piece with a contour in the other side's color.

    Pure and thread-safe. With the contour, both sides stand out on a button of any color.
    """
    scale = SCALES[piece.kind]
    sheet = Sheet(SIDE, SIDE, scale, (SIDE / 2, SIDE / 2))
    finish, other = theme.white, theme.black
    if piece.color is Color.BLACK:
        finish, other = other, finish
    outline = _outline(piece)
    painting = Painting(theme, sheet, other.flat)
    heights = [height for _, height in outline]
    painting.solid(
        relief(sheet.mask(outline, holes=_holes(piece)), finish, scale), finish, min(heights), max(heights)
    )
    image = painting.image
    image.putalpha(sheet.mask(_outline(piece, CONTOUR / scale)).within(sheet.box))
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _outline(piece: Piece, growth: float = 0.0) -> Outline:
    if piece.kind is Kind.SQUARE:
        return shapes.rounded_square(shapes.SQUARE_HALF + growth, shapes.SQUARE_RADIUS + growth)
    if piece.kind is Kind.TRIANGLE:
        direction = piece.direction or Direction.NORTH
        right, down = shapes.turned([(0.0, TRIANGLE_SHIFT)], direction)[0]
        return shapes.moved(shapes.triangle(direction, growth), right, down)
    return shapes.disc(shapes.DISC_RADIUS + growth)


def _holes(piece: Piece) -> list[Outline]:
    if piece.kind is Kind.SQUARE:
        return [shapes.rounded_square(HOLE_HALF, HOLE_RADIUS)]
    if piece.kind is Kind.TRIANGLE and piece.direction is None:
        lower = TRIANGLE_SHIFT + TRIANGLE_MIDDLE * (1 - UNAIMED_HOLE)
        sides = shapes.triangle(Direction.NORTH)
        return [tuple((right * UNAIMED_HOLE, down * UNAIMED_HOLE + lower) for right, down in sides)]
    return []

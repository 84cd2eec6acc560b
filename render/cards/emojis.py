"""Small square pictures of the pieces, for buttons (Discord's application emojis)."""

from io import BytesIO

from engine import Colour, Direction, Kind, Piece
from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import SHADOW_SHARE, Painting, cast_shadow, relief
from render.drawing.theme import AEGEAN, Theme

SIDE = 128
"""Pixels."""

TILE_RADIUS = 26.0
UNITS = {Kind.SQUARE: 240.0, Kind.TRIANGLE: 172.0, Kind.CYLINDER: 96.0}
"""How many units wide the tile is: a button shows it 20 pixels wide, so every piece fills it."""

TRIANGLE_SHIFT = 4.0
"""Against its direction, a Triangle looks centered."""

PIECES: tuple[Piece, ...] = tuple(
    Piece(kind, colour, direction)
    for kind in Kind
    for colour in Colour
    for direction in (tuple(Direction) if kind is Kind.TRIANGLE else (None,))
)
"""Every piece: each kind in each color, Triangles in each direction."""


def emoji(piece: Piece, *, theme: Theme = AEGEAN) -> bytes:
    """Return a PNG file of 128 by 128 pixels: the piece on a tile in a space's color, with clear corners.

    Pure and safe in threads. The tile makes both colors stand out on any button.
    """
    scale = SIDE / UNITS[piece.kind]
    sheet = Sheet(SIDE, SIDE, scale, (SIDE / 2, SIDE / 2))
    half = SIDE / 2 / scale
    tile = sheet.mask(shapes.rounded_square(half, TILE_RADIUS / scale))
    painting = Painting(theme, sheet, theme.plate)
    painting.shade(tile, theme.space, -half, half)
    body = shapes.body(piece.kind, piece.direction)
    if piece.direction is not None:
        right, down = shapes.turned([(0.0, TRIANGLE_SHIFT)], piece.direction)[0]
        body = body.moved(right, down)
    mask = sheet.mask(*body.outlines, holes=body.holes)
    painting.fill(cast_shadow(mask, sheet).both(tile).weakened(SHADOW_SHARE), theme.shadow)
    finish = theme.white if piece.colour is Colour.WHITE else theme.black
    painting.solid(relief(mask, finish, scale), finish, body.top, body.bottom)
    image = painting.image
    image.putalpha(tile.within((0, 0, SIDE, SIDE)))
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()

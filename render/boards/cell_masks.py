"""Masks of everything that a cell can show. Each is made once per size."""

from functools import cache
from math import ceil, sqrt

from engine import Direction, Kind
from render.drawing import icons, shapes
from render.drawing.geometry import PITCH, Size
from render.drawing.masks import Mask, Sheet
from render.drawing.painting import LIP, SHADOW_SHARE, cast_shadow
from render.drawing.shapes import Outline

SPACE_HALF = 113.0
SPACE_RADIUS = 20.0
SPACE_LIP_SHARE = 0.22
BADGE = (85.0, -85.0)
BADGE_RADIUS = 28.0
BADGE_MOAT = 4.0
BADGE_ROOK = 0.72
PIP = (-97.0, -97.0)
PIP_RADIUS = 16.0
PIP_DOT = 6.0
PIP_MOAT = 4.0
GLOW_BLUR = 7.0
GLOW_SHARE = 0.7
BRACKET_LENGTH = 56.0
BRACKET_WIDTH = 7.0
BRACKET_INSET = 4.0
FRAME_WIDTH = 11.0
AIM_DISTANCE = 53.0
HATCH_CONTOUR = 5.0
HATCH_WIDTH = 9.0
HATCH_PITCH = 20.0
CHEVRON_EDGE = 3.5
EDGE = 5.0


@cache
def sheet(size: Size) -> Sheet:
    """Return the sheet that a cell is drawn on; its origin is the middle."""
    return Sheet(size.pitch, size.pitch, size.scale, (size.pitch / 2, size.pitch / 2))


@cache
def space(size: Size) -> Mask:
    """Return the mask of the whole space."""
    return sheet(size).mask(_space(size))


@cache
def space_lip(size: Size) -> Mask:
    """Return the space's upper edge, which catches light."""
    lip = max(1, round(LIP * size.scale))
    return space(size).without(space(size).shifted(lip)).weakened(SPACE_LIP_SHARE)


@cache
def ring(size: Size, width: float, inset: float = 0.0) -> Mask:
    """Return a ring along the space's edge, from ``inset`` to ``width`` units away from it."""
    return sheet(size).mask(_space(size, inset), holes=(_space(size, width),))


def _space(size: Size, inset: float = 0.0) -> Outline:
    """Return the space's outline. Its edges are on whole pixels, so that they're sharp at every size."""
    half = (size.pitch - 2 * round((PITCH / 2 - SPACE_HALF) * size.scale)) / 2 / size.scale
    return shapes.rounded_square(half - inset, SPACE_RADIUS - inset)


@cache
def brackets(size: Size) -> Mask:
    """Return four corners of a frame just inside the space."""
    reach = SPACE_HALF - BRACKET_INSET
    inner = reach - BRACKET_WIDTH
    frame = sheet(size).mask(
        shapes.rounded_square(reach, SPACE_RADIUS - BRACKET_INSET),
        holes=(shapes.rounded_square(inner, SPACE_RADIUS - BRACKET_INSET - BRACKET_WIDTH),),
    )
    gap = reach - BRACKET_LENGTH
    across = shapes.box(-reach - 1, -gap, reach + 1, gap)
    return frame.without(sheet(size).mask(across, shapes.turned(across, Direction.EAST)))


@cache
def frame(size: Size) -> Mask:
    """Return a frame along the space's edge."""
    return ring(size, FRAME_WIDTH)


@cache
def aim(size: Size, direction: Direction) -> Mask:
    """Return an arrowhead between the middle and one side: it fits inside a Square, beside a Cylinder."""
    right, down = shapes.turned([(0.0, -AIM_DISTANCE)], direction)[0]
    return sheet(size).mask(shapes.moved(shapes.turned(icons.ARROWHEAD, direction), right, down))


@cache
def plus(size: Size) -> Mask:
    """Return the plus sign of an empty legal space."""
    return sheet(size).mask(*icons.PLUS)


@cache
def heights(kind: Kind, direction: Direction | None) -> tuple[float, float]:
    """Return the top and bottom of a piece, in units."""
    shape = shapes.body(kind, direction)
    return shape.top, shape.bottom


@cache
def body(size: Size, kind: Kind, direction: Direction | None) -> Mask:
    """Return a piece's mask; for a Cylinder, ``direction`` is that of the Triangle it lies on, if any."""
    shape = shapes.body(kind, direction)
    return sheet(size).mask(*shape.outlines, holes=shape.holes)


@cache
def edge(size: Size, kind: Kind, direction: Direction | None) -> Mask:
    """Return a piece with a contour all around it."""
    holes = (shapes.rounded_square(shapes.HOLE_HALF - EDGE, shapes.HOLE_RADIUS - EDGE),)
    return sheet(size).mask(_grown(kind, direction, EDGE), holes=holes if kind is Kind.SQUARE else ())


@cache
def shadow(size: Size, kind: Kind, direction: Direction | None) -> Mask:
    """Return a piece's shadow on the space."""
    fallen = cast_shadow(body(size, kind, direction), sheet(size))
    return fallen.both(space(size)).weakened(SHADOW_SHARE)


@cache
def hatched(size: Size, kind: Kind, direction: Direction | None) -> Mask:
    """Return a piece's contour, and stripes inside it."""
    whole = body(size, kind, direction)
    inside = whole.shrunk(max(1, round(HATCH_CONTOUR * size.scale)))
    return whole.without(inside.without(sheet(size).mask(*_stripes())))


def _stripes() -> tuple[Outline, ...]:
    """Return slanting stripes over the whole space."""
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


@cache
def moat(size: Size, direction: Direction, width: float) -> Mask:
    """Return the disc that keeps a Cylinder apart from the Triangle it lies on."""
    return sheet(size).mask(shapes.disc(shapes.DISC_RADIUS + width, *shapes.disc_center(direction)))


@cache
def mark(size: Size, kind: Kind, direction: Direction | None, gap: float, reach: float) -> Mask:
    """Return a ring around a piece, from ``gap`` to ``reach`` units away from it."""
    return sheet(size).mask(_grown(kind, direction, reach), holes=(_grown(kind, direction, gap),))


@cache
def glow(size: Size, kind: Kind, direction: Direction | None, gap: float, reach: float) -> Mask:
    """Return the glow of the ring that ``mark`` returns on the space."""
    soft = sheet(size).blurred(mark(size, kind, direction, gap, reach), GLOW_BLUR * size.scale)
    return soft.both(space(size)).weakened(GLOW_SHARE)


def _grown(kind: Kind, direction: Direction | None, growth: float) -> Outline:
    """Return a piece's outer outline, grown on all sides."""
    if kind is Kind.SQUARE:
        return shapes.rounded_square(shapes.SQUARE_HALF + growth, shapes.SQUARE_RADIUS + growth)
    if kind is Kind.TRIANGLE and direction is not None:
        return shapes.triangle(direction, growth)
    return shapes.disc(shapes.DISC_RADIUS + growth, *shapes.disc_center(direction))


@cache
def badge(size: Size) -> tuple[Mask, Mask, Mask]:
    """Return a Tower's badge: what lies around it, the badge, and the rook on it."""
    rook = icons.placed(icons.scaled(icons.ROOK, BADGE_ROOK), *BADGE)
    return (
        sheet(size).mask(shapes.disc(BADGE_RADIUS + BADGE_MOAT, *BADGE)),
        sheet(size).mask(shapes.disc(BADGE_RADIUS, *BADGE)),
        sheet(size).mask(*rook),
    )


@cache
def pip(size: Size) -> tuple[Mask, Mask, Mask]:
    """Return the last move's pip: what lies around it, the pip, and the dot on it."""
    return (
        sheet(size).mask(shapes.disc(PIP_RADIUS + PIP_MOAT, *PIP)),
        sheet(size).mask(shapes.disc(PIP_RADIUS, *PIP)),
        sheet(size).mask(shapes.disc(PIP_DOT, *PIP)),
    )


@cache
def chevron(size: Size, side: Direction, pointing: Direction) -> tuple[Mask, Mask]:
    """Return the half of a chevron on one side of the cell: its edge, and the chevron."""
    right, down = shapes.turned([(0.0, -PITCH / 2)], side)[0]
    outline = shapes.turned(icons.CHEVRON, pointing)
    edge = shapes.moved(shapes.swollen(outline, CHEVRON_EDGE), right, down)
    return sheet(size).mask(edge), sheet(size).mask(shapes.moved(outline, right, down))

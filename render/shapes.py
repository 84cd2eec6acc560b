"""The outlines of everything that is drawn, and their masks.

An outline is a list of points in units around the middle of what it belongs to, x to the right and y down.
A mask is the same shape as a picture of coverage, 0 to 255, with smooth edges.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine import Direction, Kind

Point = tuple[float, float]
Outline = tuple[Point, ...]

SAMPLES = 4
"""A mask is drawn this many times larger and averaged down."""

ARC_STEP = pi / 48

SQUARE_HALF = 96.0
SQUARE_RADIUS = 17.0
HOLE_HALF = 75.0
HOLE_RADIUS = 8.0
TRIANGLE_TIP = 71.0
TRIANGLE_BASE = 57.0
TRIANGLE_HALF_BASE = 70.0
TRIANGLE_RADIUS = 7.0
DISC_RADIUS = 30.0
DISC_ON_TRIANGLE = 15.0
"""How far from the middle, against the Triangle's direction, a disc lies on it: the centre of its inner
circle."""

QUARTER_TURNS = {Direction.NORTH: 0, Direction.EAST: 1, Direction.SOUTH: 2, Direction.WEST: 3}


def turned(outline: Iterable[Point], direction: Direction) -> Outline:
    """An outline that was drawn pointing north, pointing in ``direction``."""
    points = tuple(outline)
    for _ in range(QUARTER_TURNS[direction]):
        points = tuple((-y, x) for x, y in points)
    return points


def moved(outline: Iterable[Point], right: float, down: float) -> Outline:
    """The outline somewhere else."""
    return tuple((x + right, y + down) for x, y in outline)


def swollen(corners: Sequence[Point], radius: float) -> Outline:
    """A convex polygon, its corners in clockwise order, grown on all sides and thereby rounded."""
    points: list[Point] = []
    for previous, corner, following in zip(
        (corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False
    ):
        start = atan2(corner[1] - previous[1], corner[0] - previous[0]) - pi / 2
        turn = (atan2(following[1] - corner[1], following[0] - corner[0]) - pi / 2 - start) % (2 * pi)
        steps = max(1, ceil(turn / ARC_STEP))
        for step in range(steps + 1):
            angle = start + turn * step / steps
            points.append((corner[0] + radius * cos(angle), corner[1] + radius * sin(angle)))
    return tuple(points)


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> Outline:
    """A circle."""
    steps = 96
    return tuple(
        (x + radius * cos(2 * pi * step / steps), y + radius * sin(2 * pi * step / steps))
        for step in range(steps)
    )


def box(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> Outline:
    """A rectangle, with round corners if ``radius`` is above 0."""
    corners = (
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    )
    return swollen(corners, radius) if radius > 0 else corners


def rounded_square(half: float, radius: float) -> Outline:
    """A square around the middle, ``half`` its side, with round corners."""
    return box(-half, -half, half, half, radius)


def triangle(direction: Direction, growth: float = 0.0) -> Outline:
    """The Triangle piece, grown by ``growth`` on all sides."""
    side = hypot(TRIANGLE_TIP + TRIANGLE_BASE, TRIANGLE_HALF_BASE)
    area = TRIANGLE_HALF_BASE * (TRIANGLE_TIP + TRIANGLE_BASE)
    inner_radius = area / (TRIANGLE_HALF_BASE + side)
    centre = TRIANGLE_BASE - inner_radius
    shrink = (inner_radius - TRIANGLE_RADIUS) / inner_radius
    sharp = ((0.0, -TRIANGLE_TIP), (TRIANGLE_HALF_BASE, TRIANGLE_BASE), (-TRIANGLE_HALF_BASE, TRIANGLE_BASE))
    inner = tuple((x * shrink, centre + (y - centre) * shrink) for x, y in sharp)
    return turned(swollen(inner, TRIANGLE_RADIUS + growth), direction)


def disc_centre(direction: Direction | None) -> Point:
    """Where the disc lies on a Triangle of this direction, or without one."""
    if direction is None:
        return 0.0, 0.0
    return turned([(0.0, DISC_ON_TRIANGLE)], direction)[0]


@dataclass(frozen=True, slots=True)
class Body:
    """The shape of a piece: what it covers, and its holes."""

    outlines: tuple[Outline, ...]
    holes: tuple[Outline, ...] = ()

    @property
    def top(self) -> float:
        """The height of its highest point."""
        return min(y for outline in self.outlines for _, y in outline)

    @property
    def bottom(self) -> float:
        """The height of its lowest point."""
        return max(y for outline in self.outlines for _, y in outline)

    def moved(self, right: float, down: float) -> "Body":
        """The same shape somewhere else."""
        return Body(
            tuple(moved(outline, right, down) for outline in self.outlines),
            tuple(moved(hole, right, down) for hole in self.holes),
        )


def body(kind: Kind, direction: Direction | None) -> Body:
    """A piece's shape; for a Cylinder, ``direction`` is that of the Triangle it lies on, if any."""
    if kind is Kind.SQUARE:
        hole = rounded_square(HOLE_HALF, HOLE_RADIUS)
        return Body((rounded_square(SQUARE_HALF, SQUARE_RADIUS),), (hole,))
    if kind is Kind.TRIANGLE and direction is not None:
        return Body((triangle(direction),))
    return Body((disc(DISC_RADIUS, *disc_centre(direction)),))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing surface: its size in pixels, pixels in a unit, and where its units begin, in pixels."""

    width: int
    height: int
    scale: float
    origin: Point

    def mask(self, *outlines: Outline, holes: Iterable[Outline] = ()) -> Image.Image:
        """What the outlines cover, without what the holes cover."""
        image, corner = self._sampled((*outlines, *holes), len(outlines))
        mask = Image.new("L", (self.width, self.height))
        mask.paste(image.reduce(SAMPLES), corner)
        return mask

    def _sampled(self, outlines: Sequence[Outline], solid: int) -> tuple[Image.Image, tuple[int, int]]:
        placed = [
            [(x * self.scale + self.origin[0], y * self.scale + self.origin[1]) for x, y in outline]
            for outline in outlines
        ]
        xs = [x for points in placed for x, _ in points]
        ys = [y for points in placed for _, y in points]
        left, top = max(0, int(min(xs)) - 1), max(0, int(min(ys)) - 1)
        right, bottom = min(self.width, ceil(max(xs)) + 1), min(self.height, ceil(max(ys)) + 1)
        image = Image.new("L", (max(1, right - left) * SAMPLES, max(1, bottom - top) * SAMPLES))
        draw = ImageDraw.Draw(image)
        for number, points in enumerate(placed):
            draw.polygon(
                # Pillow takes a coordinate for the middle of a pixel and paints the outline itself too
                [((x - left) * SAMPLES - 0.5, (y - top) * SAMPLES - 0.5) for x, y in points],
                fill=255 if number < solid else 0,
            )
        return image, (left, top)


def shifted(mask: Image.Image, down: int) -> Image.Image:
    """The mask moved down (up if negative), what leaves it lost."""
    image = Image.new("L", mask.size)
    image.paste(mask, (0, down))
    return image


def shrunk(mask: Image.Image, pixels: int) -> Image.Image:
    """The mask without its outermost ``pixels``, at least 1."""
    return mask.filter(ImageFilter.MinFilter(2 * pixels + 1))


def both(one: Image.Image, other: Image.Image) -> Image.Image:
    """What both masks cover."""
    return ImageChops.multiply(one, other)


def without(mask: Image.Image, hole: Image.Image) -> Image.Image:
    """What the mask covers and the hole does not."""
    return ImageChops.multiply(mask, ImageChops.invert(hole))

"""Outlines of everything that's drawn.

An outline is a list of points in units. The origin is the middle of whatever it belongs to; x goes right, y
down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, hypot, pi, sin

from engine import Direction, Kind

Point = tuple[float, float]
Outline = tuple[Point, ...]

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
"""How far behind the middle of a Triangle a disc lies on it: at the center of the inner circle."""

QUARTER_TURNS = {Direction.NORTH: 0, Direction.EAST: 1, Direction.SOUTH: 2, Direction.WEST: 3}


def turned(outline: Iterable[Point], direction: Direction) -> Outline:
    """Return an outline that points north, turned to point in ``direction``."""
    points = tuple(outline)
    for _ in range(QUARTER_TURNS[direction]):
        points = tuple((-y, x) for x, y in points)
    return points


def moved(outline: Iterable[Point], right: float, down: float) -> Outline:
    return tuple((x + right, y + down) for x, y in outline)


def swollen(corners: Sequence[Point], radius: float) -> Outline:
    """Return a convex polygon (corners in clockwise order) grown on all sides, which rounds it."""
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
    """Return a circle."""
    steps = 96
    return tuple(
        (x + radius * cos(2 * pi * step / steps), y + radius * sin(2 * pi * step / steps))
        for step in range(steps)
    )


def box(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> Outline:
    """Return a rectangle, with round corners if ``radius`` is above 0."""
    corners = (
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    )
    return swollen(corners, radius) if radius > 0 else corners


def rounded_square(half: float, radius: float) -> Outline:
    """Return a square around the middle with round corners. ``half`` is half its side."""
    return box(-half, -half, half, half, radius)


def triangle(direction: Direction, growth: float = 0.0) -> Outline:
    """Return the Triangle piece, grown by ``growth`` on all sides."""
    side = hypot(TRIANGLE_TIP + TRIANGLE_BASE, TRIANGLE_HALF_BASE)
    area = TRIANGLE_HALF_BASE * (TRIANGLE_TIP + TRIANGLE_BASE)
    inner_radius = area / (TRIANGLE_HALF_BASE + side)
    center = TRIANGLE_BASE - inner_radius
    shrink = (inner_radius - TRIANGLE_RADIUS) / inner_radius
    sharp = ((0.0, -TRIANGLE_TIP), (TRIANGLE_HALF_BASE, TRIANGLE_BASE), (-TRIANGLE_HALF_BASE, TRIANGLE_BASE))
    inner = tuple((x * shrink, center + (y - center) * shrink) for x, y in sharp)
    return turned(swollen(inner, TRIANGLE_RADIUS + growth), direction)


def disc_center(direction: Direction | None) -> Point:
    """Return where the disc lies on a Triangle of this direction, or without a Triangle."""
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
        """Return the height of its highest point."""
        return min(y for outline in self.outlines for _, y in outline)

    @property
    def bottom(self) -> float:
        """Return the height of its lowest point."""
        return max(y for outline in self.outlines for _, y in outline)

    def moved(self, right: float, down: float) -> "Body":
        """Return the shape moved to the right and down."""
        return Body(
            tuple(moved(outline, right, down) for outline in self.outlines),
            tuple(moved(hole, right, down) for hole in self.holes),
        )


def body(kind: Kind, direction: Direction | None) -> Body:
    """Return a piece's shape; for a Cylinder, ``direction`` is that of the Triangle it lies on, if any."""
    if kind is Kind.SQUARE:
        hole = rounded_square(HOLE_HALF, HOLE_RADIUS)
        return Body((rounded_square(SQUARE_HALF, SQUARE_RADIUS),), (hole,))
    if kind is Kind.TRIANGLE and direction is not None:
        return Body((triangle(direction),))
    return Body((disc(DISC_RADIUS, *disc_center(direction)),))

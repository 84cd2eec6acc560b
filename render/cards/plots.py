"""A field where points have a number, counted from the left, and a height. Every chart is made of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from render.drawing import shapes
from render.drawing.painting import Painting
from render.drawing.shapes import Outline, Point
from render.drawing.theme import Tint
from render.text import lettering

LINE = 3.5
THIN = 1.2
DOT = 9.0
DOT_MOAT = 4.0
EDGE = 8.0
"""How far the field extends beyond its outermost points."""
EDGE_RADIUS = 14.0

WIDEST_BAND = 150.0
"""A chart makes room for this many points on each side of a rating."""

MOST_COUNTS = 12
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPoint:
    """A rating after a game, with its deviation, both in points."""

    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a chart is on its picture, in units."""

    left: float
    """Where the first point is."""
    top: float
    """Where the highest ones can be."""
    right: float
    """Where the last point is."""
    bottom: float
    """Where the lowest ones can be."""
    figures: float
    """The middle of the figures beside the field."""
    size: float
    """How large figures are."""
    most_heights: int
    """Maximum number of parts that the figures divide the field into."""


class Plot:
    """A chart on a plate while it's painted. Threads must not share it."""

    def __init__(self, painting: Painting, frame: Frame, count: int, heights: tuple[float, float]) -> None:
        self.painting = painting
        self.frame = frame
        self.count = count
        self.low, self.high = heights
        field = shapes.box(
            frame.left - EDGE, frame.top - EDGE, frame.right + EDGE, frame.bottom + EDGE, EDGE_RADIUS
        )
        painting.shade(painting.sheet.mask(field), painting.theme.space, frame.top, frame.bottom)

    def point(self, number: int, height: float) -> Point:
        """Return where a point is on the picture."""
        frame = self.frame
        share = (height - self.low) / (self.high - self.low)
        x = frame.left + (frame.right - frame.left) * number / (self.count - 1)
        return x, frame.bottom - (frame.bottom - frame.top) * share

    def column(self, number: int, width: float) -> None:
        """Highlight the whole height of the field at a point."""
        x, _ = self.point(number, self.low)
        top, bottom = self.frame.top - EDGE, self.frame.bottom + EDGE
        column = self.painting.sheet.mask(shapes.box(x - width / 2, top, x + width / 2, bottom))
        self.painting.shade(column, self.painting.theme.legal, top, bottom)

    def rule(self, y: float, thickness: float) -> None:
        """Draw a line across the field."""
        self._fill(self._across(y, thickness), self.painting.theme.plate)

    def name_height(self, text: str, height: float) -> None:
        """Draw a line at a height, with its figure beside the field."""
        _, y = self.point(0, height)
        self.rule(y, THIN)
        self._write(text, self.frame.figures, y)

    def band(self, lower: Sequence[float], upper: Sequence[float], heights: Sequence[float]) -> None:
        """Fill the area between two heights of every point; the lines at ``heights`` continue inside it."""
        # One flat color: a blend over the field's gradient isn't in the palette and would come out in bands.
        edge = [self.point(number, height) for number, height in enumerate(upper)]
        back = [self.point(number, height) for number, height in enumerate(lower)]
        mask = self.painting.sheet.mask((*edge, *reversed(back)))
        self.painting.fill(mask, self.painting.theme.plate)
        for height in heights:
            line = self.painting.sheet.mask(self._across(self.point(0, height)[1], THIN))
            self.painting.fill(line.both(mask), self.painting.theme.space.bottom)

    def count_below(self, middle: float, first: int) -> None:
        """Write numbers under the field. Points are counted from ``first``; round numbers get a figure."""
        step = _step(self.count - 1, MOST_COUNTS)
        for number in range(self.count):
            if (number + first) % step == 0:
                x, _ = self.point(number, self.low)
                self._write(str(number + first), x, middle)

    def trace(self, points: Sequence[Point]) -> None:
        """Draw the line through the points."""
        pieces = [shapes.swollen((one, other), LINE) for one, other in pairwise(points)]
        self.painting.fill(self.painting.sheet.mask(*pieces), self.painting.theme.last_move)

    def mark(self, point: Point) -> None:
        """Draw a dot."""
        self._fill(shapes.disc(DOT + DOT_MOAT, *point), self.painting.theme.plate)
        self._fill(shapes.disc(DOT, *point), self.painting.theme.last_move)

    def _across(self, y: float, thickness: float) -> Outline:
        left, right = self.frame.left - EDGE, self.frame.right + EDGE
        return shapes.box(left, y - thickness / 2, right, y + thickness / 2)

    def _fill(self, outline: Outline, color: Tint) -> None:
        self.painting.fill(self.painting.sheet.mask(outline), color)

    def _write(self, text: str, x: float, y: float) -> None:
        ink = self.painting.theme.coordinates
        lettering.draw_figure(self.painting.image, text, (x, y), self.frame.size, ink)


def plot_ratings(painting: Painting, frame: Frame, points: Sequence[RatedPoint]) -> Plot:
    """Draw two ratings or more, oldest first, in a band of their deviation, and return the chart."""
    # A wider band runs off the chart. Otherwise a new player's band would leave no height for the line.
    lowest = min(point.rating - min(point.deviation, WIDEST_BAND) for point in points)
    highest = max(point.rating + min(point.deviation, WIDEST_BAND) for point in points)
    step = _step(highest - lowest, frame.most_heights)
    low = step * int(lowest // step)
    high = max(-step * int(-highest // step), low + step)
    lower = [max(point.rating - point.deviation, low) for point in points]
    upper = [min(point.rating + point.deviation, high) for point in points]
    chart = Plot(painting, frame, len(points), (low, high))
    heights = range(low, high + 1, step)
    for height in heights:
        chart.name_height(str(height), height)
    chart.band(lower, upper, heights)
    line = [chart.point(number, point.rating) for number, point in enumerate(points)]
    chart.trace(line)
    chart.mark(line[-1])
    return chart


def _step(span: float, most: int) -> int:
    """Return the smallest round step that divides ``span`` into ``most`` parts or fewer."""
    return next((step for step in STEPS if step * most >= span), STEPS[-1])

"""Charts in the look of the board, without words: the value of a game, and a rating over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from engine import Colour
from render.boards.pictures import encoded
from render.drawing import shapes
from render.drawing.masks import Mask, Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Outline, Point
from render.drawing.theme import AEGEAN, Theme
from render.text import lettering

WIDTH = 1000
HEIGHT = 420
"""Pixels."""

PLATE = (12.0, 12.0, 988.0, 408.0)
FIELD = (112.0, 36.0, 964.0, 352.0)
"""Left, top, right and bottom of what the chart fills; figures stand left of it and under it."""

LEFT_OF_FIELD = 58.0

FIGURE = 26.0
LINE = 3.5
THIN = 1.2
DOT = 9.0
DOT_MOAT = 4.0
CHIP = 15.5
CHIP_EDGE = 1.5
BAND_SHARE = 0.55

FEWEST_POINTS = 2
MOST_FIGURES = 12
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)

HIGHEST_VALUE = 1.0


@dataclass(frozen=True, slots=True)
class RatedPoint:
    """A rating after a match, with its deviation, both in points."""

    rating: float
    deviation: float


def value_chart(values: Sequence[float | None], *, theme: Theme = AEGEAN) -> bytes:
    """Return a chart of the value of a game after each ply: White's share above, Black's below.

    The chart is a PNG file of 1000 by 420 pixels. ``values`` begins with the position before the first move;
    each is from -1 (Black wins) to 1 (White wins), or None if it is unknown, which leaves a gap in the line.
    Pure and safe in threads.

    Raises:
        ValueError: fewer than two values, or one out of range.
    """
    known = [value for value in values if value is not None]
    if len(values) < FEWEST_POINTS or not all(-HIGHEST_VALUE <= value <= HIGHEST_VALUE for value in known):
        message = "a chart needs two values or more, each from -1 to 1"
        raise ValueError(message)
    chart = _Chart(theme, len(values), -HIGHEST_VALUE, HIGHEST_VALUE)
    left, top, right, bottom = FIELD
    middle = (top + bottom) / 2
    lines = [[chart.point(number, value) for number, value in piece] for piece in _without_gaps(values)]
    if lines:
        inside = chart.mask(*((*points, (points[-1][0], middle), (points[0][0], middle)) for points in lines))
        for share, finish in (((top, middle), theme.white), ((middle, bottom), theme.black)):
            half = chart.mask(shapes.box(left, share[0], right, share[1]))
            chart.painting.shade(inside.both(half), finish.body, *share)
    chart.rule(middle, LINE / 2)
    chart.count_below(0)
    for points in lines:
        chart.trace(points)
    if values[-1] is not None:
        chart.mark(chart.point(len(values) - 1, values[-1]))
    for colour, y in ((Colour.WHITE, top + CHIP), (Colour.BLACK, bottom - CHIP)):
        finish = theme.white if colour is Colour.WHITE else theme.black
        chart.painting.fill(chart.mask(shapes.disc(CHIP + CHIP_EDGE, LEFT_OF_FIELD, y)), finish.outer)
        chart.painting.fill(chart.mask(shapes.disc(CHIP, LEFT_OF_FIELD, y)), finish.flat)
    return chart.finished()


def rating_chart(points: Sequence[RatedPoint], *, theme: Theme = AEGEAN) -> bytes:
    """Return a chart of a rating after each match, oldest first, in a band of its deviation.

    The chart is a PNG file of 1000 by 420 pixels. Pure and safe in threads.

    Raises:
        ValueError: fewer than two points.
    """
    if len(points) < FEWEST_POINTS:
        message = "a chart needs two points or more"
        raise ValueError(message)
    lowest = min(point.rating - point.deviation for point in points)
    highest = max(point.rating + point.deviation for point in points)
    step = _step(highest - lowest, 5)
    low, high = step * (lowest // step), step * -(-highest // step)
    chart = _Chart(theme, len(points), low, max(high, low + step))
    rating = low
    while rating <= high:
        chart.name_height(f"{rating:.0f}", rating)
        rating += step
    upper = [chart.point(number, point.rating + point.deviation) for number, point in enumerate(points)]
    lower = [chart.point(number, point.rating - point.deviation) for number, point in enumerate(points)]
    chart.painting.fill(chart.mask((*upper, *reversed(lower))).weakened(BAND_SHARE), theme.plate)
    chart.count_below(1)
    middle = [chart.point(number, point.rating) for number, point in enumerate(points)]
    chart.trace(middle)
    chart.mark(middle[-1])
    return chart.finished()


def _without_gaps(values: Sequence[float | None]) -> list[list[tuple[int, float]]]:
    """Return the values with their numbers, in runs of two or more known ones."""
    runs: list[list[tuple[int, float]]] = [[]]
    for number, value in enumerate(values):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((number, value))
    return [run for run in runs if len(run) > 1]


def _step(span: float, most: int) -> int:
    """Return the least round step that divides ``span`` in ``most`` parts or fewer."""
    return next((step for step in STEPS if step * most >= span), STEPS[-1])


class _Chart:
    """A plate with a field in which points have a number from the left and a height."""

    def __init__(self, theme: Theme, count: int, low: float, high: float) -> None:
        self.theme = theme
        self.count = count
        self.low = low
        self.high = high
        self.sheet = _sheet()
        self.painting = Painting(theme, self.sheet, theme.canvas)
        self.painting.fill(self.mask(shapes.box(*PLATE, 26.0)), theme.plate)
        left, top, right, bottom = FIELD
        field = shapes.box(left - 8, top - 8, right + 8, bottom + 8, 14.0)
        self.painting.shade(self.mask(field), theme.space, top, bottom)

    def mask(self, *outlines: Outline) -> Mask:
        return self.sheet.mask(*outlines)

    def point(self, number: int, height: float) -> Point:
        """Return where a point lies on the picture."""
        left, top, right, bottom = FIELD
        share = (height - self.low) / (self.high - self.low)
        return left + (right - left) * number / (self.count - 1), bottom - (bottom - top) * share

    def rule(self, y: float, thickness: float) -> None:
        """A line across the field."""
        left, _, right, _ = FIELD
        line = shapes.box(left - 8, y - thickness / 2, right + 8, y + thickness / 2)
        self.painting.fill(self.mask(line), self.theme.plate)

    def name_height(self, text: str, height: float) -> None:
        """A line at a height, with its figure left of the field."""
        _, y = self.point(0, height)
        self.rule(y, THIN)
        self._write(text, LEFT_OF_FIELD, y)

    def count_below(self, first: int) -> None:
        """Figures under the field: points are counted from ``first``; round numbers get a figure."""
        step = _step(self.count - 1, MOST_FIGURES)
        for number in range(self.count):
            if (number + first) % step == 0:
                x, _ = self.point(number, self.low)
                self._write(str(number + first), x, (FIELD[3] + PLATE[3]) / 2 + 6)

    def trace(self, points: Sequence[Point]) -> None:
        """The line through the points."""
        pieces = [shapes.swollen((one, other), LINE) for one, other in pairwise(points)]
        self.painting.fill(self.mask(*pieces), self.theme.last_move)

    def mark(self, point: Point) -> None:
        """A dot."""
        x, y = point
        self.painting.fill(self.mask(shapes.disc(DOT + DOT_MOAT, x, y)), self.theme.plate)
        self.painting.fill(self.mask(shapes.disc(DOT, x, y)), self.theme.last_move)

    def finished(self) -> bytes:
        return encoded(self.painting.finished())

    def _write(self, text: str, x: float, y: float) -> None:
        lettering.draw_figure(self.painting.image, text, (x, y), FIGURE, self.theme.coordinates)


@cache
def _sheet() -> Sheet:
    return Sheet(WIDTH, HEIGHT, 1.0, (0.0, 0.0))

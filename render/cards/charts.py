"""Charts in the look of the board, without words: the value of a game, and a rating over time."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from render.cards.marks import MoveMark, put_mark
from render.cards.plots import LINE, Frame, Plot, RatedPoint, plot_ratings
from render.drawing import shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.shapes import Point
from render.drawing.theme import AEGEAN, Theme

WIDTH = 1000
HEIGHT = 280
"""Pixels: low, so that a review fits on a screen."""

PLATE = (12.0, 12.0, 988.0, 268.0)
PLATE_RADIUS = 26.0
FRAME = Frame(left=112.0, top=36.0, right=964.0, bottom=212.0, figures=58.0, size=26.0, most_heights=5)
MIDDLE = (FRAME.top + FRAME.bottom) / 2
COUNTS = 246.0
"""Height of the middle of the figures under the field."""

CHIP = 15.5
CHIP_EDGE = 1.5
EDGE = 3
"""Pixels of the contour around a side's area, in a theme whose pieces of that side have one."""

COLUMN = 12.0
"""Width of the column at the current point."""
NO_MARKS: Mapping[int, MoveMark] = MappingProxyType({})

FEWEST_POINTS = 2
HIGHEST_VALUE = 1.0


def value_chart(
    values: Sequence[float | None],
    *,
    marks: Mapping[int, MoveMark] = NO_MARKS,
    current: int | None = None,
    theme: Theme = AEGEAN,
) -> bytes:
    """Return a chart of the value of a game after each ply: White's share above, Black's below.

    The chart is a PNG file of 1000 by 280 pixels. ``values`` begins with the position before the first move;
    each is from -1 (Black wins) to 1 (White wins), or None if it's unknown, which leaves a gap in the line.
    ``marks`` are those of the moves that led to some of the values; ``current`` is the index of the value to
    point out. Pure and thread-safe.

    Raises:
        ValueError: fewer than two values, or one out of range.
    """
    known = [value for value in values if value is not None]
    if len(values) < FEWEST_POINTS or not all(-HIGHEST_VALUE <= value <= HIGHEST_VALUE for value in known):
        message = "a chart needs two values or more, each from -1 to 1"
        raise ValueError(message)
    painting = _empty(theme)
    chart = Plot(painting, FRAME, len(values), (-HIGHEST_VALUE, HIGHEST_VALUE))
    lines = [[chart.point(number, value) for number, value in piece] for piece in _without_gaps(values)]
    _fill_sides(painting, lines)
    if current is not None:
        chart.column(current, COLUMN)
    chart.rule(MIDDLE, LINE / 2)
    chart.count_below(COUNTS, 0)
    for points in lines:
        chart.trace(points)
    for number, value in enumerate(values):
        if number in marks and value is not None:
            put_mark(painting, marks[number], chart.point(number, value))
    if values[-1] is not None and len(values) - 1 not in marks:
        chart.mark(chart.point(len(values) - 1, values[-1]))
    _name_sides(painting)
    return encoded(painting.finished())


def _fill_sides(painting: Painting, lines: Sequence[Sequence[Point]]) -> None:
    """Fill the area between the lines and the middle: White's share above, Black's below."""
    if not lines:
        return
    inside = painting.sheet.mask(
        *((*points, (points[-1][0], MIDDLE), (points[0][0], MIDDLE)) for points in lines)
    )
    sides = (((FRAME.top, MIDDLE), painting.theme.white), ((MIDDLE, FRAME.bottom), painting.theme.black))
    for share, finish in sides:
        half = painting.sheet.mask(shapes.box(FRAME.left, share[0], FRAME.right, share[1]))
        area = inside.both(half)
        if finish.edge:
            painting.fill(area, finish.edge)
            area = area.shrunk(EDGE)
        painting.shade(area, finish.body, *share)


def _name_sides(painting: Painting) -> None:
    """Put a chip of each color beside its end of the field."""
    for finish, y in ((painting.theme.white, FRAME.top + CHIP), (painting.theme.black, FRAME.bottom - CHIP)):
        for radius, color_of_disc in ((CHIP + CHIP_EDGE, finish.outer), (CHIP, finish.flat)):
            painting.fill(painting.sheet.mask(shapes.disc(radius, FRAME.figures, y)), color_of_disc)


def rating_chart(points: Sequence[RatedPoint], *, theme: Theme = AEGEAN) -> bytes:
    """Return a chart of a rating after each game, oldest first, in a band of its deviation.

    The chart is a PNG file of 1000 by 280 pixels. Pure and thread-safe.

    Raises:
        ValueError: fewer than two points.
    """
    if len(points) < FEWEST_POINTS:
        message = "a chart needs two points or more"
        raise ValueError(message)
    painting = _empty(theme)
    plot_ratings(painting, FRAME, points).count_below(COUNTS, 1)
    return encoded(painting.finished())


def _empty(theme: Theme) -> Painting:
    """Return a plate without a chart."""
    painting = Painting(theme, _sheet(), theme.canvas)
    painting.fill(painting.sheet.mask(shapes.box(*PLATE, PLATE_RADIUS)), theme.plate)
    return painting


def _without_gaps(values: Sequence[float | None]) -> list[list[tuple[int, float]]]:
    """Return runs of two or more known values, each value with its number."""
    runs: list[list[tuple[int, float]]] = [[]]
    for number, value in enumerate(values):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((number, value))
    return [run for run in runs if len(run) > 1]


@cache
def _sheet() -> Sheet:
    return Sheet(WIDTH, HEIGHT, 1.0, (0.0, 0.0))

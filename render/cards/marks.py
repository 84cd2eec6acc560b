"""Marks of moves on a chart. They differ in shape, not only in color."""

from enum import StrEnum

from render.drawing import shapes
from render.drawing.painting import Painting
from render.drawing.shapes import Outline, Point
from render.drawing.theme import Tint

GOOD_RADIUS = 8.0
RADIUS = 17.0
MOAT = 3.5
STROKE = 2.6
ARM = 7.0
"""How far a cross reaches to each side."""
SHAFT = (-8.5, 1.5)
"""Where the shaft of an exclamation mark begins and ends."""
POINT = (7.5, 3.2)
"""Where its point is, and the point's radius."""


class MoveMark(StrEnum):
    """The effect of a move."""

    GOOD = "good"
    """It kept a value that other moves would have given away."""
    MISTAKE = "mistake"
    """It gave a value away."""
    BREAK = "break"
    """It shortened a lost game."""


def put_mark(painting: Painting, mark: MoveMark, at: Point) -> None:
    """Draw the mark of a move."""
    theme = painting.theme
    if mark is MoveMark.GOOD:
        _fill(painting, theme.plate, shapes.disc(GOOD_RADIUS + MOAT, *at))
        _fill(painting, theme.last_move, shapes.disc(GOOD_RADIUS, *at))
        return
    if mark is MoveMark.MISTAKE:
        ground, ink, sign = theme.fall, theme.canvas, _cross()
    else:
        ground, ink, sign = theme.winner, theme.on_winner, _exclamation()
    _fill(painting, theme.plate, shapes.disc(RADIUS + MOAT, *at))
    _fill(painting, ground, shapes.disc(RADIUS, *at))
    _fill(painting, ink, *(shapes.moved(outline, *at) for outline in sign))


def _cross() -> list[Outline]:
    return [
        shapes.swollen(((-ARM, -ARM), (ARM, ARM)), STROKE),
        shapes.swollen(((-ARM, ARM), (ARM, -ARM)), STROKE),
    ]


def _exclamation() -> list[Outline]:
    top, bottom = SHAFT
    middle, radius = POINT
    return [shapes.swollen(((0.0, top), (0.0, bottom)), STROKE), shapes.disc(radius, 0.0, middle)]


def _fill(painting: Painting, color: Tint, *outlines: Outline) -> None:
    painting.fill(painting.sheet.mask(*outlines), color)

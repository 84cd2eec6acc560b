"""Small signs, such as the rook and the crown: outlines in units, with the origin in their middle."""

from math import cos, pi, sin

from engine import Direction
from render.drawing.shapes import Outline, box, disc, moved, swollen, turned

ROOK: tuple[Outline, ...] = (
    box(-16.5, 12, 16.5, 19.5, 2.2),
    ((-10.5, -6), (10.5, -6), (12.5, 13), (-12.5, 13)),
    box(-16, -13, 16, -4.5, 1.6),
    box(-16, -19.5, -8.6, -9, 1.4),
    box(-3.9, -19.5, 3.9, -9, 1.4),
    box(8.6, -19.5, 16, -9, 1.4),
)
"""A rook of 33 by 39: a Tower controlled."""

CROWN: tuple[Outline, ...] = (
    ((-15, -7.5), (-7, 1), (0, -12), (7, 1), (15, -7.5), (12.5, 7), (-12.5, 7)),
    box(-12.5, 8.6, 12.5, 12.2, 1.2),
    disc(2.3, -15, -8.2),
    disc(2.3, 0, -12.4),
    disc(2.3, 15, -8.2),
)
"""The winner."""

PLAY: tuple[Outline, ...] = (swollen(((-6.5, -10), (10.5, 0), (-6.5, 10)), 2.2),)
"""An arrowhead: the player to move."""

EQUAL: tuple[Outline, ...] = (box(-12, -8.5, 12, -3, 1.6), box(-12, 3, 12, 8.5, 1.6))
"""A draw."""

FLAG: tuple[Outline, ...] = (
    box(-11.5, -16, -7.5, 17, 1.8),
    ((-9, -15), (15, -15), (9, -7), (15, 1), (-9, 1)),
)
"""The player resigned."""

HANDS: tuple[Outline, ...] = (box(-2.2, -16, 2.2, 2.2, 2), box(-2.2, -2.2, 12, 2.2, 2))
"""The hands of a clock whose dial is the chip: the player ran out of time."""

CROSS: tuple[Outline, ...] = (
    swollen(((-9, -9), (9, 9)), 2.8),
    swollen(((-9, 9), (9, -9)), 2.8),
)
"""The game didn't count."""

CHECK: tuple[Outline, ...] = (
    swollen(((-12, 0.5), (-4.5, 8.5)), 3),
    swollen(((-4.5, 8.5), (12, -9.5)), 3),
)
"""Done."""

DASH: tuple[Outline, ...] = (box(-9, -2.2, 9, 2.2, 2),)
"""Nothing to show."""

RISE: tuple[Outline, ...] = (((-11, 9), (0, -11), (11, 9)),)
"""A figure went up."""

FALL: tuple[Outline, ...] = (((11, -9), (0, 11), (-11, -9)),)
"""A figure went down."""

TROPHY: tuple[Outline, ...] = (
    ((-11, -17), (11, -17), (9, -1), (3.5, 5), (-3.5, 5), (-9, -1)),
    box(-2.4, 4, 2.4, 12),
    box(-9.5, 11, 9.5, 17, 1.6),
    *(
        swollen(((side * one[0], one[1]), (side * other[0], other[1])), 1.7)
        for side in (-1, 1)
        for one, other in (((10, -13), (17, -13)), ((17, -13), (14.5, -4)), ((14.5, -4), (8, -1.5)))
    ),
)
"""A win."""

STAR: tuple[Outline, ...] = (
    tuple(
        (radius * sin(corner * pi / 5), -radius * cos(corner * pi / 5))
        for corner, radius in enumerate((20.5, 8.6) * 5)
    ),
)
"""Without a mistake."""

FLAME: tuple[Outline, ...] = (
    (
        *((2, -21), (5.5, -12), (12, -5), (14.5, 4), (12.5, 12.5), (6.5, 18), (0, 19.5), (-6.5, 18)),
        *((-12.5, 12.5), (-14.5, 4.5), (-12, -3.5), (-7.5, -9), (-5.5, -2.5), (-1.5, -9)),
    ),
)
"""A streak."""

BOLT: tuple[Outline, ...] = (((5, -21), (-12.5, 3.5), (-2.5, 3.5), (-5, 21), (12.5, -4.5), (2.5, -4.5)),)
"""Fast."""

BOOK: tuple[Outline, ...] = (
    ((-20, -12.5), (-8, -12.5), (-1.5, -9), (-1.5, 15), (-8, 11.5), (-20, 11.5)),
    ((1.5, -9), (8, -12.5), (20, -12.5), (20, 11.5), (8, 11.5), (1.5, 15)),
)
"""Something was learned."""

SCALES: tuple[Outline, ...] = (
    box(-2, -18, 2, 15),
    box(-9.5, 14, 9.5, 18, 1.6),
    box(-15.5, -14.5, 15.5, -11, 1.6),
    *(
        outline
        for middle in (-14, 14)
        for outline in (
            swollen(((middle, -12.5), (middle - 6.5, 3)), 1.1),
            swollen(((middle, -12.5), (middle + 6.5, 3)), 1.1),
            ((middle - 8.5, 2.5), (middle + 8.5, 2.5), (middle + 5, 8.5), (middle - 5, 8.5)),
        )
    ),
)
"""Decided by a count."""

COMEBACK: tuple[Outline, ...] = (
    swollen(((-18, -9), (-6, 11)), 3.2),
    swollen(((-6, 11), (9.5, -8)), 3.2),
    ((2.5, -10.5), (19, -18.5), (15.5, -0.5)),
)
"""Down, and up again."""

PEOPLE: tuple[Outline, ...] = tuple(
    outline
    for middle in (-10, 10)
    for outline in (disc(6.8, middle, -9.5), box(middle - 8.7, 0, middle + 8.7, 15, 6.5))
)
"""Opponents."""

THREE_PIECES: tuple[Outline, ...] = (
    box(-19.5, 1.5, -2.5, 18.5, 2),
    swollen(((0, -17.5), (8.5, -4), (-8.5, -4)), 1.5),
    disc(8.8, 11.2, 10),
)
"""A Square, a Triangle and a Cylinder: all kinds."""

HEART: tuple[Outline, ...] = (
    disc(9.6, -8.2, -5.5),
    disc(9.6, 8.2, -5.5),
    ((-16, -0.2), (0, -8), (16, -0.2), (0, 18.5)),
)
"""Good company."""

PLUS: tuple[Outline, ...] = (box(-17, -3.5, 17, 3.5, 3), box(-3.5, -17, 3.5, 17, 3))
"""An empty legal space."""

DIE: tuple[Outline, ...] = (box(-15.5, -15.5, 15.5, 15.5, 6.5),)
"""White's first piece was drawn at random."""

DIE_PIPS: tuple[Outline, ...] = tuple(
    disc(3.8, x, y) for x, y in ((-8.6, -8.6), (8.6, -8.6), (0, 0), (-8.6, 8.6), (8.6, 8.6))
)
"""The holes in the die."""

ARROW: Outline = (
    (-3.6, 15.5),
    (-3.6, -4.5),
    (-11, -4.5),
    (0, -17.5),
    (11, -4.5),
    (3.6, -4.5),
    (3.6, 15.5),
)

SWAP: tuple[Outline, ...] = (
    moved(ARROW, -9, 0),
    moved(turned(ARROW, Direction.SOUTH), 9, 0),
)
"""Arrows up and down, where the players' panels are: Black took over White's side."""

ARROWHEAD: Outline = swollen(((-21, 8), (0, -12), (21, 8)), 2.0)
"""Points north: a direction to choose."""

CHEVRON: Outline = ((-14.5, 9), (0, -10.5), (14.5, 9))
"""Points north, from the last piece to where it sends the next."""


def scaled(outlines: tuple[Outline, ...], factor: float) -> tuple[Outline, ...]:
    return tuple(tuple((x * factor, y * factor) for x, y in outline) for outline in outlines)


def placed(outlines: tuple[Outline, ...], right: float, down: float) -> tuple[Outline, ...]:
    """Return an icon moved to another place."""
    return tuple(moved(outline, right, down) for outline in outlines)

"""Small signs, such as the rook and the crown: outlines around their middle, in units."""

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
"""The game did not count."""

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
"""Arrows up and down, where the players' bars are: Black took over White's side."""

ARROWHEAD: Outline = swollen(((-21, 8), (0, -12), (21, 8)), 2.0)
"""Points north: a direction to choose."""

CHEVRON: Outline = ((-14.5, 9), (0, -10.5), (14.5, 9))
"""Points north, from the last piece to where it sends the next."""


def scaled(outlines: tuple[Outline, ...], factor: float) -> tuple[Outline, ...]:
    """Return an icon scaled by ``factor``."""
    return tuple(tuple((x * factor, y * factor) for x, y in outline) for outline in outlines)


def placed(outlines: tuple[Outline, ...], right: float, down: float) -> tuple[Outline, ...]:
    """Return an icon moved to another place."""
    return tuple(moved(outline, right, down) for outline in outlines)

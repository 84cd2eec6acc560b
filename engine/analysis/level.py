"""The levels of the computer players. Naming them doesn't need the solver."""

from enum import IntEnum

__all__ = ["Level"]


class Level(IntEnum):
    """How well a computer player plays, from ONE, which wants to lose, to EIGHT, which plays perfectly.

    Each is clearly stronger than the one below. ``engine.solver.levels`` plays them.

    >>> Level(3) < Level.FOUR, max(Level) is Level.EIGHT
    (True, True)
    """

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8

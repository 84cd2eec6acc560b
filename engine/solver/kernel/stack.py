"""The memory of one search: a frame and a list of children for each ply, so that it can stop and go on later.

The search has no recursion; numba's cache couldn't keep compiled functions that call each other.
"""

from typing import NamedTuple

import numpy as np

from engine.solver.kernel.compiled import Integers
from engine.solver.kernel.rules import ALL_PIECES

__all__ = [
    "ANSWER",
    "CHILD_FILLED",
    "CHILD_FIRST",
    "CHILD_LEGAL",
    "CHILD_MISS",
    "CHILD_REACH",
    "CHILD_SECOND",
    "CHOSEN",
    "DEPTH",
    "FIRST",
    "LAST_PLY",
    "LEGAL",
    "MISS_LIMIT",
    "NODES",
    "NODE_LIMIT",
    "NUMBER",
    "OTHER",
    "OWN",
    "PLY",
    "QUESTION",
    "REACHED",
    "REACH_LIMIT",
    "RULES",
    "SECOND",
    "STATE_SIZE",
    "UNSEEN",
    "Search",
    "make_search",
]

_CHILDREN = 80

OWN, OTHER, LEGAL, FIRST, SECOND, NUMBER, REACH_LIMIT, MISS_LIMIT, CHOSEN = range(9)
"""A frame: the slots of the player to move and the opponent's, the legal ones, the key, how many children
are left, the proof numbers at which to go back, and which child is being searched."""

UNSEEN, REACHED = -2, -1
"""A frame's number of children before they're made, and once one of them reaches the mover's goal."""

CHILD_FIRST, CHILD_SECOND, CHILD_FILLED, CHILD_LEGAL, CHILD_REACH, CHILD_MISS = range(6)
"""A child: its key, the slots of the player who moved there, the legal slots, and its two proof numbers."""

DEPTH, NODES, NODE_LIMIT, QUESTION, RULES, PLY, LAST_PLY, ANSWER = range(8)
"""The state of the whole: the frame it stands in, positions expanded so far and at most, what's asked, under
which rules, the ply of frame 0, the ply at which a game that's still on counts as a draw, and the answer."""

STATE_SIZE = 8


class Search(NamedTuple):
    """A search, and the table that it shares with others."""

    table: Integers
    frames: Integers
    children: Integers
    state: Integers


def make_search(table: Integers) -> Search:
    """Return a search without a question."""
    return Search(
        table,
        np.zeros((ALL_PIECES + 1, CHOSEN + 1), np.int64),
        np.zeros((ALL_PIECES + 1, _CHILDREN, CHILD_MISS + 1), np.int64),
        np.zeros(STATE_SIZE, np.int64),
    )

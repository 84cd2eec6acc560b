"""What the future of a position depends on, as two integers that are the same for all its symmetric images.

The first integer has the 48 filled slots and, in its 16 highest bits, the spaces that the player to move can
really use. The second has, for each space, how many of the pieces on it are that player's (for a complete
Tower only whether it's theirs), and how many pieces of each kind that player has played; the opponent's are
then known. Where old Triangles point never matters. Of the eight images the one with the smallest integers
stands for all. The key says everything that the game's future depends on, and nothing is hashed in it, so two
positions with one key have one value.
"""

from typing import Any

import numpy as np

from engine.board.bitboard import ALL_SPACES
from engine.board.move import Space
from engine.solver.kernel.compiled import Integers, compiled, entry_point, popcount, trailing_zeros
from engine.solver.kernel.rules import CYLINDERS, SQUARES, TRIANGLES, one_or_more, three, two_or_more

__all__ = ["KEY_BITS", "image", "key", "key_of_position", "ones", "played"]

KEY_BITS = 41
"""The bits of the second integer that are used."""

_BOARD = len(Space)
_HAND_BITS = 3

# Four sets of 16 spaces in one integer are turned together, by the usual exchanges of bits: MASK has the
# lower one of each pair of bits that change places.
_COLUMNS_1, _COLUMNS_2 = 0x5555555555555555, 0x3333333333333333
_ROWS_1, _ROWS_2 = 0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF
_DIAGONAL_1, _DIAGONAL_2 = 0x0A0A0A0A0A0A0A0A, 0x00CC00CC00CC00CC

_REVERSE_COLUMNS, _REVERSE_ROWS, _SWAP = 1, 2, 4


@compiled
def _exchange(sets: int, distance: int, lower: int) -> int:
    changed = (sets ^ sets >> distance) & lower
    return sets ^ changed ^ changed << distance


@compiled
def image(sets: int, symmetry: int) -> int:
    """Return the image of four sets of spaces under one symmetry.

    ``symmetry`` is 4 if columns and rows change places, plus 1 if then the columns are reversed, plus 2 if
    the rows are: the three parts of the values of ``engine.Symmetry``.
    """
    if symmetry & _SWAP:
        sets = _exchange(_exchange(sets, 3, _DIAGONAL_1), 6, _DIAGONAL_2)
    if symmetry & _REVERSE_COLUMNS:
        sets = _exchange(_exchange(sets, 1, _COLUMNS_1), 2, _COLUMNS_2)
    if symmetry & _REVERSE_ROWS:
        sets = _exchange(_exchange(sets, 4, _ROWS_1), 8, _ROWS_2)
    return sets


@entry_point
def _find_smallest_images(smallest: Integers) -> None:
    for spaces in range(1 << _BOARD):
        least = spaces
        for symmetry in range(8):
            least = min(least, image(spaces, symmetry))
        for symmetry in range(8):
            if image(spaces, symmetry) == least:
                smallest[spaces] |= 1 << symmetry


def _smallest_images() -> np.ndarray[Any, np.dtype[np.uint8]]:
    smallest = np.zeros(1 << _BOARD, np.int64)
    _find_smallest_images(smallest)
    return smallest.astype(np.uint8)


_SMALLEST_IMAGES = _smallest_images()
"""For each set of spaces, the set of symmetries whose image of it is the smallest."""


@compiled
def ones(own: int) -> int:
    """Return the spaces on which ``own`` has one or three slots."""
    return (own ^ own >> _BOARD ^ own >> 2 * _BOARD) & ALL_SPACES


@compiled
def played(own: int) -> int:
    """Return how many pieces of each kind are in ``own``, three bits for each."""
    return (
        popcount(own & SQUARES)
        | popcount(own & TRIANGLES) << _HAND_BITS
        | popcount(own & CYLINDERS) << 2 * _HAND_BITS
    )


@compiled
def key(slots: int, own_once: int, own_twice: int, own_played: int) -> tuple[int, int, int]:
    """Return the key's two integers, and the symmetry that leads to the image that they describe.

    Args:
        slots: The filled slots and, from bit 48 on, the usable spaces.
        own_once: The unfinished spaces on which the player to move has an odd number of pieces.
        own_twice: The spaces on which they have two or three pieces.
        own_played: What ``played`` returns for them.
    """
    pieces = own_once | own_twice << _BOARD
    # Symmetries whose image of one set isn't the smallest need not be tried on the rest.
    left = int(np.int64(_SMALLEST_IMAGES[(slots ^ own_once) & ALL_SPACES]))
    best = trailing_zeros(left)
    best_slots, best_pieces = image(slots, best), image(pieces, best)
    left &= left - 1
    while left:
        symmetry = trailing_zeros(left)
        left &= left - 1
        other_slots, other_pieces = image(slots, symmetry), image(pieces, symmetry)
        if other_slots < best_slots or (other_slots == best_slots and other_pieces < best_pieces):
            best, best_slots, best_pieces = symmetry, other_slots, other_pieces
    return best_slots, best_pieces | own_played << 2 * _BOARD, best


@entry_point
def key_of_position(own: int, other: int, legal: int) -> tuple[int, int, int]:
    """Return what ``key`` does for the position with these filled and these legal slots."""
    filled = own | other
    slots = filled | one_or_more(legal) << 3 * _BOARD
    return key(slots, ones(own) & ~three(filled), two_or_more(own), played(own))

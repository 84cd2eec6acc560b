"""The rules of the game a second time, over sets of bits, compiled.

``engine.board.bitboard`` describes the sets. A position is seen by the player to move: ``own`` are the bits
of that player's pieces, ``other`` those of the opponent's. The tests compare all of this with ``engine``.
"""

import numpy as np

from engine.board.bitboard import ALL_SPACES, DEMANDED_SPACES, OF_KIND, SLOT_OF, slots_on
from engine.board.move import HAND_OF_EACH_KIND, MOVES, Color, Direction, Kind, Space
from engine.solver.kernel.compiled import Integers, compiled, entry_point, popcount, trailing_zeros

__all__ = [
    "ALL_PIECES",
    "CYLINDERS",
    "DEMAND",
    "OPENING_RESTRICTED",
    "SQUARES",
    "STUCK_LOSES",
    "TRIANGLES",
    "answers",
    "barred",
    "count",
    "directions_at",
    "final_value",
    "held",
    "on",
    "one_or_more",
    "perft",
    "replies",
    "three",
    "two_or_more",
]

SQUARES = OF_KIND[Kind.SQUARE]
TRIANGLES = OF_KIND[Kind.TRIANGLE]
CYLINDERS = OF_KIND[Kind.CYLINDER]
ALL_PIECES = len(Color) * len(Kind) * HAND_OF_EACH_KIND

OPENING_RESTRICTED = 1
STUCK_LOSES = 2
"""Marks of a ruleset, which is the sum of those that apply to it."""

_BOARD = len(Space)
_DIRECTIONS = tuple(Direction)
_CORNER, _CENTER = 2, 4
"""How many neighbors a space there has; one on the edge has three."""

_TRIANGLES_NOT_IN_CORNER = sum(1 << space for space in Space if len(space.neighbors) > _CORNER) << _BOARD
_TRIANGLES_IN_CENTER = sum(1 << space for space in Space if len(space.neighbors) == _CENTER) << _BOARD


def _demands() -> Integers:
    demands = np.zeros((len(Kind) * _BOARD, len(_DIRECTIONS)), np.int64)
    for move in MOVES:
        slot = SLOT_OF[move.number].bit_length() - 1
        direction = 0 if move.direction is None else _DIRECTIONS.index(move.direction)
        demands[slot, direction] = slots_on(DEMANDED_SPACES[move.number])
    return demands


DEMAND = _demands()
"""The slots that a piece demands, by the slot it fills and its direction; 0 if there is no such piece."""


@compiled
def one_or_more(slots: int) -> int:
    """Return the spaces on which ``slots`` has at least one slot."""
    return (slots | slots >> _BOARD | slots >> 2 * _BOARD) & ALL_SPACES


@compiled
def two_or_more(slots: int) -> int:
    """Return the spaces on which ``slots`` has at least two slots."""
    triangles, cylinders = slots >> _BOARD, slots >> 2 * _BOARD
    return (slots & triangles | slots & cylinders | triangles & cylinders) & ALL_SPACES


@compiled
def three(slots: int) -> int:
    """Return the spaces on which ``slots`` has all three slots."""
    return slots & slots >> _BOARD & slots >> 2 * _BOARD & ALL_SPACES


@compiled
def on(spaces: int) -> int:
    """Return the three slots on each of ``spaces``."""
    return spaces | spaces << _BOARD | spaces << 2 * _BOARD


@compiled
def held(own: int) -> int:
    """Return the slots of the kinds that the player whose pieces fill ``own`` still holds."""
    slots = 0
    if popcount(own & SQUARES) < HAND_OF_EACH_KIND:
        slots |= SQUARES
    if popcount(own & TRIANGLES) < HAND_OF_EACH_KIND:
        slots |= TRIANGLES
    if popcount(own & CYLINDERS) < HAND_OF_EACH_KIND:
        slots |= CYLINDERS
    return slots


@compiled
def directions_at(slot: int) -> int:
    """Return how many rows of ``DEMAND`` to look at for the piece on the slot with this number."""
    return 4 if _BOARD <= slot < 2 * _BOARD else 1


@compiled
def replies(legal: int) -> int:
    """Return how many moves fill one of the slots in ``legal``, each direction of a Triangle counted."""
    return (
        popcount(legal)
        + popcount(legal & TRIANGLES)
        + popcount(legal & _TRIANGLES_NOT_IN_CORNER)
        + popcount(legal & _TRIANGLES_IN_CENTER)
    )


@compiled
def answers(demanded: int, filled: int, held_by_mover: int) -> int:
    """Return the slots that may be filled next, without the opening restriction, while the game is on.

    Args:
        demanded: The slots on the spaces that the last piece demands.
        filled: All slots that are filled.
        held_by_mover: The slots of the kinds that the player to move holds.
    """
    constrained = demanded & ~filled & held_by_mover
    if constrained:
        return constrained
    return on(ALL_SPACES & ~one_or_more(filled)) & held_by_mover


@compiled
def barred(rules: int, ply: int, own: int) -> int:
    """Return the slots that the opening restriction takes from the player to move at ``ply``."""
    if rules & OPENING_RESTRICTED and ply == 2 and own & SQUARES:  # noqa: PLR2004 - White's second piece
        return SQUARES
    return 0


@compiled
def count(own: int, other: int) -> int:
    """Return 1, 0 or -1: whether the count has the player to move ahead, level or behind."""
    filled = own | other
    complete, several = three(filled), two_or_more(filled)
    own_twice, other_twice = two_or_more(own), two_or_more(other)
    lead = popcount(own_twice & complete) - popcount(other_twice & complete)
    if lead == 0:
        lead = popcount(own_twice & ~complete) - popcount(other_twice & ~complete)
    if lead == 0:
        lead = popcount(one_or_more(own) & ~several) - popcount(one_or_more(other) & ~several)
    return min(max(lead, -1), 1)


@compiled
def final_value(rules: int, own: int, other: int) -> int:
    """Return 1, 0 or -1 for the player to move, who has no legal move although no one has three Towers."""
    if rules & STUCK_LOSES and popcount(own | other) < ALL_PIECES:
        return -1
    return count(own, other)


@compiled
def _won(own: int, other: int) -> bool:
    complete = three(own | other)
    own_towers = popcount(complete & two_or_more(own))
    return own_towers >= 3 or popcount(complete) - own_towers >= 3  # noqa: PLR2004 - Towers to win


def perft(rules: int, own: int, other: int, legal: int, depth: int) -> int:
    """Return how many positions lie exactly ``depth`` (1 or more) plies after a position."""
    # For each ply: own, other, the slots still to fill, and the direction to go on with.
    stack = np.zeros((depth, 4), np.int64)
    stack[0] = own, other, legal, 0
    return int(_count_leaves(stack, rules))


@entry_point
def _count_leaves(stack: Integers, rules: int) -> int:
    depth = stack.shape[0]
    ply = popcount(stack[0, 0] | stack[0, 1])
    total, level = 0, 0
    while level >= 0:
        own, other, left, direction = stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3]
        if left == 0:
            level -= 1
            continue
        if level == depth - 1:
            total += replies(left)
            level -= 1
            continue
        slot = trailing_zeros(left)
        if direction + 1 < directions_at(slot):
            stack[level, 3] = direction + 1
        else:
            stack[level, 2], stack[level, 3] = left & left - 1, 0
        demanded = DEMAND[slot, direction]
        moved = own | 1 << slot
        if demanded and not _won(other, moved):
            level += 1
            may_fill = answers(demanded, other | moved, held(other)) & ~barred(rules, ply + level, other)
            stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3] = other, moved, may_fill, 0
    return total

"""The children of a position, without those of equal keys and those whose result is in sight."""

from typing import NamedTuple

from engine.board.move import Space
from engine.solver.kernel.compiled import compiled, popcount, trailing_zeros
from engine.solver.kernel.key import key, ones, played
from engine.solver.kernel.knowledge import recall
from engine.solver.kernel.rules import (
    DEMAND,
    answers,
    barred,
    directions_at,
    final_value,
    held,
    on,
    one_or_more,
    replies,
    three,
    two_or_more,
)
from engine.solver.kernel.stack import (
    CHILD_FILLED,
    CHILD_FIRST,
    CHILD_LEGAL,
    CHILD_MISS,
    CHILD_REACH,
    CHILD_SECOND,
    LAST_PLY,
    LEGAL,
    OTHER,
    OWN,
    PLY,
    QUESTION,
    REACHED,
    RULES,
    Search,
)
from engine.solver.kernel.table import OPEN, YES

__all__ = ["expand"]

_BOARD = len(Space)
_TOWERS, _ONE_SHORT = 3, 2
"""Towers of a player who wins with the next one."""

_PER_TOWER, _PER_PAIR, _PER_SINGLE, _PER_GIFT = 8, 2, 2, 2
"""How promising a new position is for its player, in quarters of a doubling of the number against them: more
for each Tower of their lead, each pair of their own and each single piece that they may add to, and less for
each pair of the opponent's that they may complete. Found by trial on positions of six pieces."""


class _Turn(NamedTuple):
    """What all children of a position have in common. The player to move is ``own``."""

    own: int
    other: int
    filled: int
    complete: int
    own_once: int
    other_once: int
    other_twice: int
    other_ones: int
    other_held: int
    other_played: int
    other_towers: int
    barred: int


class _After(NamedTuple):
    """What a piece on one slot leads to, in whichever direction it points."""

    own: int
    filled: int
    complete: int
    other_towers: int
    winning: int


@compiled
def _white_moves(search: Search, depth: int) -> bool:
    return bool((search.state[PLY] + depth) & 1 == 0)


@compiled
def _turn(search: Search, depth: int) -> _Turn:
    own, other = search.frames[depth, OWN], search.frames[depth, OTHER]
    filled = own | other
    complete = three(filled)
    other_twice = two_or_more(other)
    return _Turn(
        own,
        other,
        filled,
        complete,
        one_or_more(own),
        one_or_more(other),
        other_twice,
        ones(other),
        held(other),
        played(other),
        popcount(complete & other_twice),
        barred(search.state[RULES], search.state[PLY] + depth + 1, other),
    )


@compiled
def _after(turn: _Turn, slot: int) -> _After:
    filled = turn.filled | 1 << slot
    complete = three(filled)
    other_towers = turn.other_towers
    if complete != turn.complete and not turn.own_once >> (slot & _BOARD - 1) & 1:
        other_towers += 1
    winning = 0
    if other_towers == _ONE_SHORT:
        winning = on(two_or_more(filled) & ~complete & turn.other_once)
    return _After(turn.own | 1 << slot, filled, complete, other_towers, winning)


@compiled
def _reaches_at_end(search: Search, depth: int, turn: _Turn, after: _After, legal: int) -> bool:
    """Return whether a move after which the game ends, or is called a draw, reaches its player's goal."""
    white = _white_moves(search, depth)
    value = 0 if legal else final_value(search.state[RULES], turn.other, after.own)
    return bool(((-value if white else value) >= search.state[QUESTION]) == white)


@compiled
def _cannot_end(search: Search, depth: int, turn: _Turn, after: _After, plies: int) -> bool:
    """Return whether a game that's still on can't be won within ``plies`` plies by the player in question.

    Each ply adds one piece. Towers are completed from the spaces that lack the fewest; the count decides only
    once no space is empty.
    """
    filled = after.filled
    started = one_or_more(filled)
    if _BOARD - popcount(started) <= plies:
        return plies <= 0
    pairs = two_or_more(filled) & ~after.complete
    own_towers = popcount(after.complete) - after.other_towers
    if _white_moves(search, depth) == (search.state[QUESTION] == 1):
        towers, ready = own_towers, popcount(pairs & one_or_more(after.own))
    else:
        towers, ready = after.other_towers, popcount(pairs & turn.other_once)
    missing = _TOWERS - towers
    by_one = min(missing, ready)
    by_two = min(missing - by_one, popcount(started & ~two_or_more(filled)))
    return by_one + 2 * by_two + 3 * (missing - by_one - by_two) > plies


@compiled
def _first_numbers(turn: _Turn, after: _After, legal: int) -> tuple[int, int]:
    """Return the numbers of a position about which nothing is known, from what its player has and must do."""
    usable = one_or_more(legal)
    ready = two_or_more(after.filled) & ~after.complete
    promise = (
        _PER_TOWER * (2 * after.other_towers - popcount(after.complete))
        + _PER_PAIR * popcount(ready & turn.other_twice)
        + _PER_SINGLE * popcount(usable & turn.other_once & ~two_or_more(after.filled))
        - _PER_GIFT * popcount(usable & ready & ~turn.other_once)
    )
    if promise < 0:
        return _doubled(1, -promise), replies(legal)
    return 1, _doubled(replies(legal), promise)


@compiled
def _doubled(number: int, quarters: int) -> int:
    """Return ``number`` doubled once for each four quarters, and in proportion for the rest."""
    return number * (4 + (quarters & 3)) << (quarters >> 2) >> 2


@compiled
def _is_listed(search: Search, depth: int, number: int, first: int, second: int) -> bool:
    children = search.children
    for child in range(number):
        if children[depth, child, CHILD_FIRST] == first and children[depth, child, CHILD_SECOND] == second:
            return True
    return False


@compiled
def _add(search: Search, depth: int, number: int, turn: _Turn, after: _After, legal: int) -> int:  # noqa: PLR0913, PLR0917
    """List the child with these legal slots, unless its answer is known; return the number of children."""
    slots = after.filled | one_or_more(legal) << 3 * _BOARD
    first, second, _ = key(slots, turn.other_ones & ~after.complete, turn.other_twice, turn.other_played)
    if _is_listed(search, depth, number, first, second):
        return number
    white = _white_moves(search, depth)
    answer, reach, miss = recall(search, first, second)
    if answer != OPEN:
        return REACHED if (answer == YES) == white else number
    if miss == 0:
        reach, miss = _first_numbers(turn, after, legal)
    children = search.children
    children[depth, number, CHILD_FIRST], children[depth, number, CHILD_SECOND] = first, second
    children[depth, number, CHILD_FILLED], children[depth, number, CHILD_LEGAL] = after.own, legal
    children[depth, number, CHILD_REACH], children[depth, number, CHILD_MISS] = reach, miss
    return number + 1


@compiled
def expand(search: Search, depth: int) -> int:
    """List the children of the position in a frame; return their number.

    A child whose answer is known isn't listed. If it reaches the goal of the player to move, White's or
    Black's answer to the question, the rest doesn't matter and the result is REACHED.
    """
    turn = _turn(search, depth)
    plies_after = search.state[LAST_PLY] - (search.state[PLY] + depth + 1)
    left = search.frames[depth, LEGAL]
    ready = two_or_more(turn.filled) & ~turn.complete
    if popcount(turn.complete) - turn.other_towers == _ONE_SHORT and left & on(ready & turn.own_once):
        return REACHED
    if turn.other_towers == _ONE_SHORT:
        left &= ~on(ready & ~turn.own_once)
    number = 0
    while left:
        slot = trailing_zeros(left)
        left &= left - 1
        after = _after(turn, slot)
        ends = plies_after < _BOARD and _cannot_end(search, depth, turn, after, plies_after)
        for direction in range(directions_at(slot)):
            demanded = DEMAND[slot, direction]
            if demanded == 0:
                continue
            legal = answers(demanded, after.filled, turn.other_held)
            if legal == 0 or ends:
                if _reaches_at_end(search, depth, turn, after, legal):
                    return REACHED
            elif not legal & after.winning:
                number = _add(search, depth, number, turn, after, legal & ~turn.barred)
                if number == REACHED:
                    return REACHED
    return number

"""Whether pieces hold others, and whether legal moves lead from some to others.

Both go by what the rest of a game depends on, as ``engine.solver.kernel.key`` has it: which kinds are on each
space, how many of them are of each color (on a complete Tower only whose it is), and how many pieces of each
kind each player has played. Where old Triangles point doesn't matter. Exchanged colors do: White moves if and
only if the number of pieces is even, so with exchanged colors, a position isn't worth the same.
"""

from collections.abc import Iterator, Mapping

from engine.board.bitboard import DEMANDED_SPACES, OF_KIND, one_or_more, three, two_or_more
from engine.board.move import Move
from engine.game.rules import Ruleset, legal_slots

__all__ = ["Sides", "Way", "holds"]

Sides = tuple[int, int]
"""The slots that White's pieces fill, and Black's."""


def holds(sides: Sides, other: Sides) -> bool:
    """Return whether ``sides`` can have come from ``other``, as it stands, by adding pieces."""
    filled = sides[0] | sides[1]
    if (other[0] | other[1]) & ~filled:
        return False
    unfinished = ~three(filled)
    return all(_holds(own, had, unfinished) for own, had in zip(sides, other, strict=True))


def _holds(own: int, had: int, unfinished: int) -> bool:
    if one_or_more(had) & unfinished & ~one_or_more(own) or two_or_more(had) & ~two_or_more(own):
        return False
    return all((had & each).bit_count() <= (own & each).bit_count() for each in OF_KIND.values())


class Way:
    """The way to ``goal``, whose last piece is ``last``.

    ``moves`` has for each slot that's filled there the move that fills it.
    """

    def __init__(self, goal: Sides, last: Move | None, moves: Mapping[int, Move]) -> None:
        self._goal = goal
        self._last = last
        self._moves = moves
        self._tried: set[tuple[Sides, int]] = set()

    def begins(self, sides: Sides, last: Move | None) -> bool:
        """Return whether legal moves, at least one, lead from here to the goal."""
        return sides != self._goal and holds(self._goal, sides) and self._goes_on(sides, last)

    def _goes_on(self, sides: Sides, last: Move | None) -> bool:
        filled = sides[0] | sides[1]
        missing = (self._goal[0] | self._goal[1]) & ~filled
        if not missing:
            return last == self._last and holds(sides, self._goal)
        tried = (sides, 0 if last is None else DEMANDED_SPACES[last.number])
        if tried in self._tried:
            return False
        self._tried.add(tried)
        to_move = filled.bit_count() % 2
        # Only White's second piece depends on the ruleset, so the one that allows most is right for all.
        legal = legal_slots(Ruleset.CLASSIC, sides[to_move], sides[1 - to_move], last) & missing
        return any(self._goes_on_with(sides, to_move, each) for each in _each(legal))

    def _goes_on_with(self, sides: Sides, to_move: int, slot: int) -> bool:
        white, black = sides
        after = (white, black | slot) if to_move else (white | slot, black)
        return holds(self._goal, after) and self._goes_on(after, self._moves[slot])


def _each(slots: int) -> Iterator[int]:
    while slots:
        lowest = slots & -slots
        yield lowest
        slots ^= lowest

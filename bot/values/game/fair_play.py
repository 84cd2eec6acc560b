"""What may be shown of exact values to someone who's still playing, voting, or solving somewhere.

A *protected* position is the present one of a running game without hints, or of a game that a channel plays,
or that of a puzzle of the day, or the start of the game of the day, which is protected from everyone until
the day ends. It counts in each of its eight symmetries and under any ruleset, and old Triangles may point
anywhere (``engine.game.reaching`` says why colors are never exchanged). For whom it's protected, positions
are in one of four places:

- **Closed**: it *contains* a protected position, that is, it has all its pieces, whatever the order, so it's
  the same or may follow from it. Nothing about it is shown. As long as the protected one has fewer than
  ``FEWEST_PIECES``, almost every later position has its pieces; then only what it leads to in ``NEXT_MOVES``
  is closed, so that no opening is barred because someone plays.
- **On the way**: legal moves *reach* a protected position from it: it's one of that game's own, in any
  symmetry, or at most ``FARTHEST`` moves away in any order. What it's worth isn't shown anywhere, since that
  may be what the protected one is worth: a forced reply, or the only move that keeps a win. Positions with
  fewer pieces than ``OPENING`` count only if they are at most ``NEXT_MOVES`` away.
- **Before a fork**: a move leads to one of the two. The other moves have their values. That of the position
  itself, its best move, and a line from it are left out, because they'd tell what the left-out move is
  worth, unless another move wins, whatever that one is worth.
- **Open**: everything else. A line stops where it would go on from a position before a fork, whether it leads
  to the protected one from there or not.

A closed position isn't one from which a strong level of the computer answers someone, either.

What's promised: nothing that's shown depends on what a protected position is worth, and whoever puts together
what's shown of positions on the way to it, by taking the best of the moves again and again, doesn't find
out. Outside the promise: in the first ``OPENING`` moves, a chain of more than ``NEXT_MOVES`` moves of which
each was the only one that kept the value; other orders of more than ``FARTHEST`` moves.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final, Self

from engine import Level, Move, Position, Puzzle, Review, ReviewedMove, Ruleset, Solution, Value

STRONG_LEVELS: Final = (Level.SEVEN, Level.EIGHT)
"""The levels whose moves nearly always keep the exact value, so that they're as good as a hint."""

FEWEST_PIECES: Final = 3
"""With fewer pieces, it's in almost every position of a later stage."""

NEXT_MOVES: Final = 4
"""How many moves an opening is looked at."""

OPENING: Final = 4
"""With fewer pieces, so many moves are possible that a position says little about those that follow."""

FARTHEST: Final = 6
"""How many moves away a protected position can be that's reached in another order than in its game."""


@dataclass(frozen=True, slots=True)
class Protected:
    """The ``course`` of moves from a start to a protected position, and what that belongs to.

    It's the running ``game`` with this number, the game of a ``day``, or a puzzle of the day if both are
    None. If ``voted_on``, a channel plays it. Unless it's ``known`` that the person is at it or sees it, that
    has to be found out.
    """

    ruleset: Ruleset
    course: str
    game: int | None = None
    voted_on: bool = False
    known: bool = True
    day: date | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Return a puzzle as something protected."""
        return cls(puzzle.ruleset, " ".join(map(str, puzzle.moves)))

    @property
    def positions(self) -> Sequence[Position]:
        """Return the positions from the start to the protected one."""
        return _positions(self.ruleset, self.course)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def closes(self, position: Position) -> bool:
        """Return whether a position is closed by this one."""
        own = self.position
        if own.ply >= FEWEST_PIECES or own.ply == position.ply:
            return position.contains(own)
        return own.leads_to(position, NEXT_MOVES)

    def follows(self, position: Position) -> bool:
        """Return whether a position is on the way to this one."""
        left = self.position.ply - position.ply
        if left <= 0 or (position.ply < OPENING and left > NEXT_MOVES):
            return False
        return position.contains(self.positions[position.ply]) or position.leads_to(self.position, FARTHEST)

    def bars(self, other: "Protected") -> bool:
        """Return whether a puzzle's answer would help: if it's on the way here, or this one on the way there.

        The start of the game of the day also bars what has all its pieces, however much later that comes.
        """
        own, theirs = self.position, other.position
        if self.day is not None and self.closes(theirs):
            return True
        same = own.ply == theirs.ply and theirs.contains(own)
        return same or self.follows(theirs) or other.follows(own)


@lru_cache(maxsize=2048)
def _positions(ruleset: Ruleset, course: str) -> tuple[Position, ...]:
    positions = [Position.start(ruleset)]
    for move in course.split():
        positions.append(positions[-1].play(move))
    return tuple(positions)


@dataclass(frozen=True, slots=True)
class OffLimits:
    """The positions that are protected from one person, or from everyone who sees a message."""

    protected: tuple[Protected, ...] = ()

    @property
    def known(self) -> "OffLimits":
        """Return what's known to be off limits, without the games that the person perhaps doesn't see."""
        return OffLimits(tuple(each for each in self.protected if each.known))

    def doubtful(self, positions: Sequence[Position]) -> Sequence[Protected]:
        """Return what changes what's shown around these positions, if the person sees it."""
        unsure = [each for each in self.protected if not each.known]
        return [each for each in unsure if any(map(OffLimits((each,)).reason, positions))]

    def without(self, unseen: Sequence[Protected]) -> "OffLimits":
        """Return what's off limits for someone who doesn't see these."""
        return OffLimits(tuple(each for each in self.protected if each not in unseen)) if unseen else self

    def except_day(self) -> "OffLimits":
        """Return what's off limits for someone who has played the game of the day, in a review of it."""
        return OffLimits(tuple(each for each in self.protected if each.day is None))

    def also(self, others: "OffLimits") -> "OffLimits":
        """Return what's off limits here or there."""
        return OffLimits((*self.protected, *others.protected))

    def closing(self, position: Position) -> Protected | None:
        """Return what closes a position; None if it isn't closed."""
        return next((each for each in self._near(position) if each.closes(position)), None)

    def forks(self, position: Position) -> Mapping[Move, Protected]:
        """Return the moves that have no value in a position, each with what it would help with."""
        near = self._near(position)
        found = {}
        for move in position.legal_moves if near else ():
            after = position.play(move)
            for each in near:
                if each.closes(after) or each.follows(after):
                    found[move] = each
                    break
        return found

    def withholding(self, position: Position) -> Protected | None:
        """Return why it's nowhere said what a position is worth; None unless it's closed or on the way."""
        near = self._near(position)
        return next((each for each in near if each.closes(position) or each.follows(position)), None)

    def reason(self, position: Position) -> Protected | None:
        """Return why not everything is said about a position; None if it is."""
        return self.withholding(position) or next(iter(self.forks(position).values()), None)

    def first_reason(self, positions: Iterable[Position]) -> Protected | None:
        """Return why not everything is said about some of these positions; None if it is."""
        return next(filter(None, map(self.reason, positions)), None) if self.protected else None

    def solution(self, position: Position, solution: Solution) -> Solution:
        """Return what may be shown of a solution of a position that isn't closed."""
        left_out = self.forks(position)
        if not left_out:
            line = self.line(position, solution.line)
            return solution if line == solution.line else replace(solution, line=line, lead=None)
        moves = {move: Value.UNKNOWN if move in left_out else value for move, value in solution.moves.items()}
        value = Value.WIN if Value.WIN in moves.values() else Value.UNKNOWN
        distances = {move: far for move, far in solution.distances.items() if move not in left_out}
        best = min(
            (move for move, value in moves.items() if value is Value.WIN),
            key=lambda move: distances[move].at_most if move in distances else sys.maxsize,
            default=None,
        )
        return Solution(value, moves, value, best, (), solution.nodes, None, distances)

    def line(self, position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
        """Return what may be shown of a line from a position that isn't closed."""
        positions = [position]
        for move in line:
            positions.append(positions[-1].play(move))
        last = positions.pop()
        near = [
            each for each in self.protected if any(end.is_near(each.position) for end in (position, last))
        ]
        if not near:
            return tuple(line)
        here = OffLimits(tuple(near))
        shown = next((at for at, each in enumerate(positions) if here.forks(each)), len(line))
        return tuple(line[:shown])

    def review(self, positions: Sequence[Position], review: Review) -> Review:
        """Return what may be shown of the review of a game with these positions, the last one included."""
        if not self.protected:
            return review
        moves = (self._reviewed(*each) for each in zip(positions, positions[1:], review.moves, strict=False))
        return replace(review, moves=tuple(moves))

    def _reviewed(self, before: Position, after: Position, reviewed: ReviewedMove) -> ReviewedMove:
        if self.reason(before) is not None:
            return ReviewedMove(reviewed.move, Value.UNKNOWN, Value.UNKNOWN, decision=False)
        return replace(
            reviewed,
            refutation=self.line(after, reviewed.refutation),
            improvement=self.line(before, reviewed.improvement),
        )

    def _near(self, position: Position) -> Sequence[Protected]:
        return [each for each in self.protected if position.is_near(each.position)]


NOTHING_OFF_LIMITS: Final = OffLimits()

"""Values, distances and solutions: what the solver finds out about a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board.move import Move
from engine.game.outcome import Lead

__all__ = ["Distance", "Distances", "Solution", "Value"]


class Value(StrEnum):
    """What a position, or a move, is worth to one player if both play perfectly from there.

    UNKNOWN means that the search was stopped too early; the other three are proven.

    >>> Value.WIN.reversed
    <Value.LOSS: 'loss'>
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def reversed(self) -> "Value":
        """Return the value for the other player.

        >>> Value.DRAW.reversed
        <Value.DRAW: 'draw'>
        """
        return _REVERSED.get(self, self)


_REVERSED = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Distance:
    """In how many plies a won or lost game ends, if the winner plays for speed and the loser for length.

    Both bounds are proven. They are equal if the distance is known exactly.

    >>> Distance(5, 5).exact, Distance(5, 9).exact
    (5, None)
    """

    at_least: int
    """The end can't be forced in fewer plies."""
    at_most: int
    """It can be forced in this many."""

    @property
    def exact(self) -> int | None:
        """Return the distance if it's known exactly, else None.

        >>> Distance(3, 3).exact
        3
        """
        return self.at_least if self.at_least == self.at_most else None


class Distances(StrEnum):
    """Which distances to look for: none, the position's and its best moves', or those of all moves.

    >>> Distances("best") is Distances.BEST
    True
    """

    NONE = "none"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search has found about a position, all of it for the player to move there.

    >>> move = Move.parse("Sb3")
    >>> Solution(Value.WIN, {move: Value.WIN}, Value.WIN, move, (move,), nodes=1).best == move
    True
    """

    value: Value
    """The position's value."""
    moves: Mapping[Move, Value]
    """The value of every legal move, in list order. If the position's value is a win, moves that aren't known
    to win may be unknown even though the value isn't."""
    guess: Value
    """The value; if it's unknown, the likeliest one."""
    best: Move | None
    """A move with the best value; if the value is unknown, the most promising one. If distances were looked
    for, it's the fastest win or the longest defense, as far as they're known; of defenses that hold out
    equally long, one that leaves the opponent the fewest winning replies. None if the game is over."""
    line: tuple[Move, ...]
    """A game on from the position in which both players play perfectly, beginning with ``best``. It ends
    where the game does, or where the search was stopped; it's empty if the value is unknown. If distances
    were looked for, the winner plays for speed and the loser for length."""
    nodes: int
    """How many positions the search expanded."""
    distance: Distance | None = None
    """How soon the end can be forced; None if the value isn't a win or a loss, or if distances weren't looked
    for."""
    distances: Mapping[Move, Distance] = field(default_factory=dict)
    """The same for the moves that win or lose, with this move counted: a move that ends the game has 1."""
    lead: Lead | None = None
    """By how much the winner is ahead at the end of ``line``, if the count decides it."""

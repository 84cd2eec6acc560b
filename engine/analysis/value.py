"""Values and solutions: what the solver finds out about a position."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.board.move import Move

__all__ = ["Solution", "Value"]


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
        """The value for the other player.

        >>> Value.DRAW.reversed
        <Value.DRAW: 'draw'>
        """
        return _REVERSED.get(self, self)


_REVERSED = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search has found about a position, all of it for the player to move there.

    Attributes:
        value: The position's value.
        moves: The value of every legal move, in list order. If the position's value is a win, moves that
            aren't known to win may be unknown even though the value isn't.
        guess: The value; if it is unknown, the likeliest one.
        best: A move with the best value; if the value is unknown, the most promising one. None if the game is
            over.
        line: A game on from the position in which both players play perfectly, beginning with `best`. It ends
            where the game does, or where the search was stopped; it is empty if the value is unknown.
        nodes: How many positions the search expanded.

    >>> move = Move.parse("Sb3")
    >>> Solution(Value.WIN, {move: Value.WIN}, Value.WIN, move, (move,), nodes=1).best == move
    True
    """

    value: Value
    moves: Mapping[Move, Value]
    guess: Value
    best: Move | None
    line: tuple[Move, ...]
    nodes: int

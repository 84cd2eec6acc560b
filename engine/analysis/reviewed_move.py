"""A move of a game under review: what it did to the value, and what could have been played instead."""

from dataclasses import dataclass
from enum import StrEnum

from engine.analysis.value import Distance, Value
from engine.board.move import Move

__all__ = ["Judgment", "ReviewedMove"]


class Judgment(StrEnum):
    """What a move did, from the point of view of the player who made it.

    No move makes the exact value better for its player: it keeps the value or gives something away. What
    a player gains, the opponent gave away the move before. So there are three groups:

    - ``KEPT_WIN``, ``KEPT_DRAW``, ``STAYED_LOST``: the value was kept, and there was nothing more to gain.
    - ``LOSS_TO_DRAW``, ``LOSS_TO_WIN``, ``DRAW_TO_WIN``: the opponent had just made a mistake, some moves
      would have given the gain back, and this one took it.
    - ``WIN_TO_DRAW``, ``WIN_TO_LOSS``, ``DRAW_TO_LOSS``: a mistake.

    ``START`` is a move that belongs to the start of the game, and ``OPENING`` one that was played when the
    board was too empty to tell what it's worth; no one is judged for either. ``UNKNOWN`` says that the value
    before the move or after it's unknown.

    >>> Judgment.WIN_TO_DRAW.is_mistake, Judgment.LOSS_TO_DRAW.is_mistake
    (True, False)
    """

    KEPT_WIN = "kept-win"
    KEPT_DRAW = "kept-draw"
    STAYED_LOST = "stayed-lost"
    LOSS_TO_DRAW = "loss-to-draw"
    LOSS_TO_WIN = "loss-to-win"
    DRAW_TO_WIN = "draw-to-win"
    WIN_TO_DRAW = "win-to-draw"
    WIN_TO_LOSS = "win-to-loss"
    DRAW_TO_LOSS = "draw-to-loss"
    START = "start"
    OPENING = "opening"
    UNKNOWN = "unknown"

    @property
    def is_mistake(self) -> bool:
        """Return whether the move gave something away.

        >>> [judgment.value for judgment in Judgment if judgment.is_mistake]
        ['win-to-draw', 'win-to-loss', 'draw-to-loss']
        """
        return self in _MISTAKES.values()


_MISTAKES = {
    (Value.WIN, Value.DRAW): Judgment.WIN_TO_DRAW,
    (Value.WIN, Value.LOSS): Judgment.WIN_TO_LOSS,
    (Value.DRAW, Value.LOSS): Judgment.DRAW_TO_LOSS,
}
_KEPT = {
    Value.WIN: Judgment.KEPT_WIN,
    Value.DRAW: Judgment.KEPT_DRAW,
    Value.LOSS: Judgment.STAYED_LOST,
}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what's known about it; all values are for the player who made it.

    Both distances are counted from the position before the move. They are None for draws, unknown values, and
    when nothing is known about them.

    >>> ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True).is_mistake
    True
    """

    move: Move
    before: Value
    """The value of the position in which it was played."""
    after: Value
    """The value of the move itself."""
    decision: bool
    """Whether legal moves of different value existed, as far as values are known."""
    best: tuple[Move, ...] = ()
    """If the move gave something away, the moves known to be better, the best one first: a fast win or a long
    defense."""
    unsure: tuple[Move, ...] = ()
    """If the move was a mistake, the moves whose values weren't found out."""
    distance_before: Distance | None = None
    """How far the end of the game was."""
    distance_after: Distance | None = None
    """How far it was once the move was chosen."""
    refutation: tuple[Move, ...] = ()
    """If the move gave something away, how the game goes on after it if both play perfectly: the opponent's
    reply first. Empty if it isn't known."""
    improvement: tuple[Move, ...] = ()
    """In the same case, how the game goes on instead, beginning with the best move."""

    @property
    def known(self) -> bool:
        """Return whether both values are known.

        >>> ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.UNKNOWN, decision=False).known
        False
        """
        return Value.UNKNOWN not in (self.before, self.after)

    @property
    def is_mistake(self) -> bool:
        """Return whether the move made the value worse for its player.

        >>> ReviewedMove(Move.parse("Sb3"), Value.LOSS, Value.LOSS, decision=False).is_mistake
        False
        """
        return (self.before, self.after) in _MISTAKES

    @property
    def shortened(self) -> int:
        """Return by how many plies, at least, the move shortened a lost game; 0 in all other cases.

        >>> held, lost = Distance(8, 8), Distance(2, 2)
        >>> move, loss = Move.parse("Sb3"), Value.LOSS
        >>> ReviewedMove(move, loss, loss, False, distance_before=held, distance_after=lost).shortened
        6
        """
        before, after = self.distance_before, self.distance_after
        if before is None or after is None or not self.before is self.after is Value.LOSS:
            return 0
        return max(0, before.at_least - after.at_most)

    @property
    def cost(self) -> tuple[int, int]:
        """Return what the move gave away: the more, the greater. Moves that gave nothing away have (0, 0).

        >>> move = Move.parse("Sb3")
        >>> ReviewedMove(move, Value.WIN, Value.LOSS, decision=True).cost
        (2, 0)
        """
        if not self.is_mistake:
            return 0, self.shortened
        return (2 if Value.DRAW not in (self.before, self.after) else 1), 0

    @property
    def judgment(self) -> Judgment:
        """Return what the move did, apart from what the move before it allowed.

        >>> ReviewedMove(Move.parse("Sb3"), Value.WIN, Value.DRAW, decision=True).judgment.value
        'win-to-draw'
        """
        if not self.known:
            return Judgment.UNKNOWN
        return _KEPT[self.before] if self.after is self.before else _MISTAKES[self.before, self.after]

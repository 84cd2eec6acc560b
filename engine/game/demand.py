"""The demand of the last piece: where the player to move may play, and why."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board.move import Move, Space

__all__ = ["Demand", "DemandReason"]


class DemandReason(StrEnum):
    """Why the player to move may play on some spaces and not on others.

    - ``FIRST_MOVE``: the board is empty and every space is allowed.
    - ``CONSTRAINED``: there is a legal move on a space that the last piece points at.
    - ``COMPLETE``: there is none, because the last piece points at complete Towers only. Any empty space is
      allowed (the fallback).
    - ``HAND``: there is none, because those spaces only lack kinds that the player has no more pieces of. Any
      empty space is allowed (the fallback).
    - ``FINISHED``: the game is over and nothing is allowed.

    >>> from engine import Position
    >>> Position.start().demand.why
    <DemandReason.FIRST_MOVE: 'first-move'>
    """

    FIRST_MOVE = "first-move"
    CONSTRAINED = "constrained"
    COMPLETE = "complete"
    HAND = "hand"
    FINISHED = "finished"

    @property
    def is_fallback(self) -> bool:
        """Return whether the spaces pointed at allow no move, so that any empty space is open instead.

        >>> DemandReason.HAND.is_fallback, DemandReason.CONSTRAINED.is_fallback
        (True, False)
        """
        return self in {DemandReason.COMPLETE, DemandReason.HAND}


@dataclass(frozen=True, slots=True)
class Demand:
    """Where the last piece sends the player to move.

    >>> from engine import Position
    >>> demand = Position.replay("pyrga", ["Ta2e"]).demand
    >>> [str(space) for space in demand.spaces], demand.why.value
    (['b2', 'c2', 'd2'], 'constrained')
    """

    move: Move | None
    """The last piece; None before the first move."""
    spaces: tuple[Space, ...]
    """The spaces it points at, by geometry alone, in space order; all sixteen before the first move."""
    playable: tuple[Space, ...]
    """The spaces with at least one legal move, in space order: some of ``spaces``, or the empty spaces in the
    fallback, or none when the game is over."""
    why: DemandReason
    """Which of these cases holds."""

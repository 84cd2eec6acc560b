"""First moves after which neither side wins by force.

White wins every plain game if both play perfectly. `docs/solver.md` has the values of all first moves, which
the tests compare with the opening book.
"""

from engine.board.move import Move
from engine.board.symmetry import Symmetry
from engine.game.rules import Ruleset

__all__ = ["balanced_first_moves"]

_DRAWN = ("Sb2", "Ca1", "Cb1", "Tb2s")
# If White can't play a Square next, the edge Square no longer wins.
_DRAWN_UNDER_RESTRICTION = ("Sb1", *_DRAWN)


def balanced_first_moves(ruleset: Ruleset) -> tuple[Move, ...]:
    """Return all first moves whose exact value is a draw, in list order.

    >>> len(balanced_first_moves(Ruleset.PYRGA)), len(balanced_first_moves(Ruleset.PILOTIS))
    (32, 24)
    """
    drawn = _DRAWN_UNDER_RESTRICTION if ruleset.restricts_opening else _DRAWN
    return tuple(sorted({symmetry.move(Move.parse(text)) for text in drawn for symmetry in Symmetry}))

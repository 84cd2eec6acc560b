"""First moves by their exact value.

White wins every plain game if both play perfectly. ``docs/solver.md`` has the values of all first moves,
which the tests compare with the opening book.
"""

from engine.analysis.value import Value
from engine.board.move import Move
from engine.board.symmetry import Symmetry
from engine.game.rules import Ruleset

__all__ = ["opening_moves"]

_BY_VALUE = {
    Value.WIN: ("Sa1", "Cb2", "Tb1w"),
    Value.DRAW: ("Sb2", "Ca1", "Cb1", "Tb2s"),
    Value.LOSS: ("Ta1n", "Tb1n", "Tb1e", "Tb2n"),
}
_EDGE_SQUARE = "Sb1"


def opening_moves(ruleset: Ruleset, value: Value) -> tuple[Move, ...]:
    """Return all first moves of this exact value for White, in list order.

    >>> [len(opening_moves(Ruleset.PYRGA, value)) for value in (Value.WIN, Value.DRAW, Value.LOSS)]
    [16, 32, 32]
    """
    # If White can't play a Square next, the edge Square no longer wins.
    edge_square = Value.DRAW if ruleset.restricts_opening else Value.WIN
    found = (*_BY_VALUE[value], *((_EDGE_SQUARE,) if value is edge_square else ()))
    return tuple(sorted({symmetry.move(Move.parse(text)) for text in found for symmetry in Symmetry}))

"""The game of Pyrga, by Mathias Daval: rules, positions, text forms and records.

The engine depends on the standard library alone. `docs/engine.md` is a guide by examples.

>>> position = Position.replay(Ruleset.PYRGA, ["Sb3", "Cb2"])
>>> " ".join(map(str, position.legal_moves))
'Tb2n Tb2e Tb2s Tb2w'
"""

from engine.demand import Demand, DemandReason
from engine.errors import (
    AmbiguousMoveError,
    EngineError,
    IllegalMoveError,
    IllegalMoveRule,
    InvalidMoveError,
)
from engine.legal_moves import LegalMoves
from engine.move import MOVES, Move
from engine.outcome import Outcome, Reason
from engine.perft import perft
from engine.piece import Colour, Kind, Piece
from engine.position import Position
from engine.ruleset import Ruleset
from engine.space import Direction, Space

__all__ = [
    "MOVES",
    "AmbiguousMoveError",
    "Colour",
    "Demand",
    "DemandReason",
    "Direction",
    "EngineError",
    "IllegalMoveError",
    "IllegalMoveRule",
    "InvalidMoveError",
    "Kind",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "Ruleset",
    "Space",
    "perft",
]

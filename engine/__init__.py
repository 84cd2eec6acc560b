"""The game of Pyrga, by Mathias Daval: rules, positions, text forms and records.

The engine depends on the standard library only. `docs/engine.md` is a guide by examples.

>>> position = Position.replay(Ruleset.PYRGA, ["Sb3", "Cb2"])
>>> " ".join(map(str, position.legal_moves))
'Tb2n Tb2e Tb2s Tb2w'
"""

from engine.analysis.game_review import review_game
from engine.analysis.level import Level
from engine.analysis.opening_moves import opening_moves
from engine.analysis.puzzle import (
    Difficulty,
    Goal,
    Puzzle,
    PuzzleFileError,
    parse_puzzles,
    print_puzzles,
    puzzles,
)
from engine.analysis.review import Accuracy, Resistance, Review, mover
from engine.analysis.review_json import parse_review, print_review
from engine.analysis.reviewed_move import Judgment, ReviewedMove
from engine.analysis.value import Distance, Distances, Solution, Value
from engine.board.move import AmbiguousMoveError, Color, InvalidMoveError, Kind, Move, Piece
from engine.board.space import Direction, Space
from engine.board.symmetry import Symmetry
from engine.errors import EngineError
from engine.game.demand import Demand, DemandReason
from engine.game.outcome import Lead, Outcome, Reason
from engine.game.perft import perft
from engine.game.position import IllegalMoveError, Position
from engine.game.position_text import InvalidPositionError
from engine.game.rules import IllegalMoveRule, LegalMoves, Ruleset, Start
from engine.records.record import Mark, Record, RecordedMove, RecordError
from engine.records.record_json import parse_record_json, print_record_json, record_schema
from engine.records.record_text import parse_record, parse_records, print_record
from engine.terminal.board_text import board_text

__all__ = [
    "Accuracy",
    "AmbiguousMoveError",
    "Color",
    "Demand",
    "DemandReason",
    "Difficulty",
    "Direction",
    "Distance",
    "Distances",
    "EngineError",
    "Goal",
    "IllegalMoveError",
    "IllegalMoveRule",
    "InvalidMoveError",
    "InvalidPositionError",
    "Judgment",
    "Kind",
    "Lead",
    "LegalMoves",
    "Level",
    "Mark",
    "Move",
    "Outcome",
    "Piece",
    "Position",
    "Puzzle",
    "PuzzleFileError",
    "Reason",
    "Record",
    "RecordError",
    "RecordedMove",
    "Resistance",
    "Review",
    "ReviewedMove",
    "Ruleset",
    "Solution",
    "Space",
    "Start",
    "Symmetry",
    "Value",
    "board_text",
    "mover",
    "opening_moves",
    "parse_puzzles",
    "parse_record",
    "parse_record_json",
    "parse_records",
    "parse_review",
    "perft",
    "print_puzzles",
    "print_record",
    "print_record_json",
    "print_review",
    "puzzles",
    "record_schema",
    "review_game",
]

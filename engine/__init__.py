"""The game of Pyrga, by Mathias Daval: rules, positions, text forms, records, and puzzles.

The engine needs nothing but Python. A position never changes: ``play`` returns the next one.

>>> position = Position.start(Ruleset.PYRGA)
>>> len(position.legal_moves)
80
>>> position = position.play("Sb3").play(Move.parse("Cb2"))
>>> " ".join(map(str, position.legal_moves))
'Tb2n Tb2e Tb2s Tb2w'
>>> position == Position.replay("pyrga", "Sb3 Cb2")
True

``demand`` has the spaces that the last piece asks for. If none of them allows a move, that's any empty space:

>>> demand = Position.replay("classic", "Td3n Sd4 Sd3 Td2n Cd3").demand
>>> [str(space) for space in demand.spaces], demand.why.value, len(demand.playable)
(['d3'], 'complete', 13)

``board_text`` prints a position, ``outcome`` is None until the game is over, and errors are ``EngineError``s:

>>> end = Position.replay("pyrga", "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2")
>>> print(end.outcome())
white three-towers
>>> position.play("Sb3")
Traceback (most recent call last):
...
engine.game.position.IllegalMoveError: Sb3 at ply 2: the space already has a piece of this kind

The rules are the same under the board's eight symmetries, and a canonical form stands for all images:

>>> len({Position.start().play(move).canonical() for move in Position.start().legal_moves})
12

``parse_record`` and ``print_record`` read and print whole games, and ``puzzles`` has 3,124 positions with
exactly one right move. ``docs/notation.md`` specifies all text forms. Finding exact values takes numpy and
numba, so it's in a package of its own: ``engine.solver``.
"""

from engine.analysis.explanation import (
    EndsGame,
    EveryMove,
    Fact,
    ForcesTower,
    GivesTower,
    HoldsOut,
    Keeps,
    LeavesMove,
    LeavesSpaces,
    LetsTower,
    LetsWin,
    LosesWithin,
    MakesTower,
    Misses,
    OnlyMove,
    Prevents,
    Refuted,
    WinsIn,
    Worth,
    facts,
)
from engine.analysis.game_review import review_game
from engine.analysis.level import Level
from engine.analysis.opening_moves import opening_moves
from engine.analysis.puzzle import (
    Difficulty,
    Goal,
    Puzzle,
    PuzzleFileError,
    parse_puzzles,
    play_text,
    print_puzzles,
    puzzles,
)
from engine.analysis.review import Accuracy, Resistance, Review, mover
from engine.analysis.review_json import parse_review, print_review
from engine.analysis.reviewed_move import Judgment, ReviewedMove
from engine.analysis.themes import Theme, has_theme
from engine.analysis.value import Distance, Distances, Solution, Value
from engine.board.move import AmbiguousMoveError, Color, Direction, InvalidMoveError, Kind, Move, Piece, Space
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
    "EndsGame",
    "EngineError",
    "EveryMove",
    "Fact",
    "ForcesTower",
    "GivesTower",
    "Goal",
    "HoldsOut",
    "IllegalMoveError",
    "IllegalMoveRule",
    "InvalidMoveError",
    "InvalidPositionError",
    "Judgment",
    "Keeps",
    "Kind",
    "Lead",
    "LeavesMove",
    "LeavesSpaces",
    "LegalMoves",
    "LetsTower",
    "LetsWin",
    "Level",
    "LosesWithin",
    "MakesTower",
    "Mark",
    "Misses",
    "Move",
    "OnlyMove",
    "Outcome",
    "Piece",
    "Position",
    "Prevents",
    "Puzzle",
    "PuzzleFileError",
    "Reason",
    "Record",
    "RecordError",
    "RecordedMove",
    "Refuted",
    "Resistance",
    "Review",
    "ReviewedMove",
    "Ruleset",
    "Solution",
    "Space",
    "Start",
    "Symmetry",
    "Theme",
    "Value",
    "WinsIn",
    "Worth",
    "board_text",
    "facts",
    "has_theme",
    "mover",
    "opening_moves",
    "parse_puzzles",
    "parse_record",
    "parse_record_json",
    "parse_records",
    "parse_review",
    "perft",
    "play_text",
    "print_puzzles",
    "print_record",
    "print_record_json",
    "print_review",
    "puzzles",
    "record_schema",
    "review_game",
]

"""What the engine raises.

Every error carries its facts; the words that a player sees are for the interface to choose.
"""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.move import Move
    from engine.position import Position

__all__ = [
    "AmbiguousMoveError",
    "EngineError",
    "IllegalMoveError",
    "IllegalMoveRule",
    "InvalidMoveError",
    "InvalidPositionError",
    "RecordError",
]


class EngineError(ValueError):
    """The base of every error that the engine raises about its input.

    >>> from engine import Position
    >>> try:
    ...     Position.replay("pyrga", ["Sb3", "Sa1"])
    ... except EngineError as error:
    ...     print(error)
    Sa1 at ply 1: the last piece asks for other spaces
    """


class InvalidMoveError(EngineError):
    """A text is not a move.

    Attributes:
        text: The text as it was given.

    >>> from engine import Move
    >>> try:
    ...     Move.parse("Xb3")
    ... except InvalidMoveError as error:
    ...     print(error.text)
    Xb3
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!a} is not a move"


class AmbiguousMoveError(EngineError):
    """A text names a Triangle but not its direction.

    Attributes:
        text: The text as it was given.
        candidates: The Triangles on that space that do not point off the board, in list order.

    >>> from engine import Move
    >>> try:
    ...     Move.parse("Ta1")
    ... except AmbiguousMoveError as error:
    ...     print(*error.candidates)
    Ta1n Ta1e
    """

    def __init__(self, text: str, candidates: "tuple[Move, ...]") -> None:
        super().__init__(text, candidates)
        self.text = text
        self.candidates = candidates

    def __str__(self) -> str:
        return f"{self.text!a} needs a direction: {', '.join(map(str, self.candidates))}"


class IllegalMoveRule(StrEnum):
    """The rule that forbids a move. Where several do, the first in this order is the one named.

    >>> IllegalMoveRule.KIND_TAKEN.sentence
    'the space already has a piece of this kind'
    """

    FINISHED = "finished"
    OFF_BOARD = "off-board"
    NOT_IN_HAND = "not-in-hand"
    KIND_TAKEN = "kind-taken"
    NOT_DEMANDED = "not-demanded"
    NOT_EMPTY = "not-empty"
    OPENING = "opening"

    @property
    def sentence(self) -> str:
        """What the rule says, in English, for messages to programmers.

        >>> IllegalMoveRule.FINISHED.sentence
        'the game is over'
        """
        return _SENTENCES[self]


_SENTENCES = {
    IllegalMoveRule.FINISHED: "the game is over",
    IllegalMoveRule.OFF_BOARD: "a Triangle may not point straight off the board",
    IllegalMoveRule.NOT_IN_HAND: "the player has no piece of this kind left",
    IllegalMoveRule.KIND_TAKEN: "the space already has a piece of this kind",
    IllegalMoveRule.NOT_DEMANDED: "the last piece asks for other spaces",
    IllegalMoveRule.NOT_EMPTY: "the spaces asked for allow no move, so the piece must go on an empty space",
    IllegalMoveRule.OPENING: "White's first two pieces may not both be Squares",
}


class IllegalMoveError(EngineError):
    """A move is not legal in a position.

    Attributes:
        move: The move.
        position: The position in which it was tried.
        rule: The rule that forbids it.

    >>> from engine import Move, Position
    >>> try:
    ...     Position.start().play(Move.parse("Ta1w"))
    ... except IllegalMoveError as error:
    ...     print(error.move, error.position.ply, error.rule)
    Ta1w 0 off-board
    """

    def __init__(self, move: "Move", position: "Position", rule: IllegalMoveRule) -> None:
        super().__init__(move, position, rule)
        self.move = move
        self.position = position
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.move} at ply {self.position.ply}: {self.rule.sentence}"


class InvalidPositionError(EngineError):
    """A text is not a position, or is one that no game can have.

    Attributes:
        text: The text as it was given.
        reason: What is wrong with it, as an English clause.

    >>> from engine import Position
    >>> try:
    ...     Position.parse("pyrga black Ta1w Ta1w -")
    ... except InvalidPositionError as error:
    ...     print(error.reason)
    Ta1w points off the board
    """

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text, reason)
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.text!a} is not a position: {self.reason}"


class RecordError(EngineError):
    r"""A game record is damaged, or its parts contradict each other.

    Attributes:
        problem: What is wrong, as an English clause.
        path: Where in the record: the name of a field, or `"moves"` and an index from 0; empty for the whole.
        line: The line of the text it was read from, counted from 1; None for a record that was not read.

    >>> from engine import parse_record
    >>> try:
    ...     parse_record('[Ruleset "pyrga"]\n[Result "ongoing"]\n\n1. Sb3 2. Sb3\nongoing\n')
    ... except RecordError as error:
    ...     print(error.line, error.path, error.problem)
    4 ('moves', 1) Sb3 at ply 1: the space already has a piece of this kind
    """

    def __init__(self, problem: str, path: "tuple[str | int, ...]" = (), line: int | None = None) -> None:
        super().__init__(problem, path, line)
        self.problem = problem
        self.path = path
        self.line = line

    def __str__(self) -> str:
        return self.problem if self.line is None else f"line {self.line}: {self.problem}"

"""The text of a position, ``ruleset side last white black``, as specified in docs/notation.md.

This module reads what the text says; ``engine.game.validation`` checks whether such a position can arise.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeVar

from engine.board.move import Color, Move
from engine.errors import EngineError
from engine.game.rules import Ruleset

__all__ = ["InvalidPositionError", "PositionFields"]

_FIELD_NAMES = ("ruleset", "side to move", "last piece", "White's pieces", "Black's pieces")
_NONE = "-"
_SEPARATOR = ","

_Name = TypeVar("_Name", bound=StrEnum)


class InvalidPositionError(EngineError):
    """A text isn't a position, or is one that no game can have.

    Attributes:
        text: The text as it was given.
        reason: What's wrong with it, as an English clause.

    >>> from engine import Position
    >>> try:
    ...     Position.parse("pyrga black Ta1w Ta1w -")
    ... except InvalidPositionError as error:
    ...     print(error.reason)
    Ta1w points off the board
    """

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.text!a} is not a position: {self.reason}"


@dataclass(frozen=True, slots=True)
class PositionFields:
    """What the text of a position says. A piece is written as the move that put it on the board.

    >>> fields = PositionFields.parse("pyrga white Cc3 Sb3 Cc3")
    >>> fields.turn.value, [str(piece) for piece in fields.white]
    ('white', ['Sb3'])
    >>> print(fields)
    pyrga white Cc3 Sb3 Cc3
    """

    ruleset: Ruleset
    turn: Color
    last_move: Move | None
    white: tuple[Move, ...]
    black: tuple[Move, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what ``text`` says, without asking whether the position is possible.

        Raises:
            InvalidPositionError: ``text`` hasn't the form of a position text.
        """
        fields = text.split()
        if len(fields) != len(_FIELD_NAMES):
            reason = (
                f"it has {len(fields)} fields; a position has {len(_FIELD_NAMES)}: {', '.join(_FIELD_NAMES)}"
            )
            raise InvalidPositionError(text, reason)
        ruleset, turn, last_move, white, black = fields
        try:
            return cls(
                _member(Ruleset, ruleset),
                _member(Color, turn),
                None if last_move == _NONE else Move.parse(last_move),
                _pieces(white),
                _pieces(black),
            )
        except ValueError as error:
            raise InvalidPositionError(text, str(error)) from error

    def __str__(self) -> str:
        last_move = _NONE if self.last_move is None else str(self.last_move)
        return f"{self.ruleset} {self.turn} {last_move} {_list(self.white)} {_list(self.black)}"


def _member(names: type[_Name], text: str) -> _Name:
    if text not in names.__members__.values():
        message = f"{text!a} is not one of {', '.join(names)}"
        raise ValueError(message)
    return names(text)


def _pieces(text: str) -> tuple[Move, ...]:
    return () if text == _NONE else tuple(sorted(map(Move.parse, text.split(_SEPARATOR))))


def _list(pieces: tuple[Move, ...]) -> str:
    return _SEPARATOR.join(map(str, pieces)) or _NONE

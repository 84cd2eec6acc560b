"""A record of a game: players, date and place, every move with its comment, and the outcome."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from engine.board.move import InvalidMoveError, Move
from engine.errors import EngineError
from engine.game.outcome import Outcome, Reason
from engine.game.position import IllegalMoveError, Position
from engine.game.rules import Ruleset, Start

__all__ = ["Mark", "Record", "RecordError", "RecordedMove"]

_MARKED_MOVE = re.compile(r"(?P<move>.*?)(?P<mark>[!?]*)", re.DOTALL)


class RecordError(EngineError):
    r"""A game record is damaged, or its parts contradict each other.

    Attributes:
        problem: What's wrong, as an English clause.
        path: Where in the record: a field's name, or ``"moves"`` and an index from 0; empty for the whole.
        line: The line of the text it was read from, counted from 1; None if there is none to name.

    >>> from engine import parse_record
    >>> try:
    ...     parse_record('[Ruleset "pyrga"]\n[Result "ongoing"]\n\n1. Sb3 2. Sb3\nongoing\n')
    ... except RecordError as error:
    ...     print(error.line, error.path, error.problem)
    4 ('moves', 1) Sb3 at ply 1: the space already has a piece of this kind
    """

    def __init__(self, problem: str, path: tuple[str | int, ...] = (), line: int | None = None) -> None:
        super().__init__(problem, path, line)
        self.problem = problem
        self.path = path
        self.line = line

    def __str__(self) -> str:
        if self.line is not None:
            return f"line {self.line}: {self.problem}"
        return f"{_path_text(self.path)}: {self.problem}" if self.path else self.problem


def _path_text(path: tuple[str | int, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


class Mark(StrEnum):
    """An evaluation of a move; the value is the sign written after it.

    >>> Mark("?!")
    <Mark.DUBIOUS: '?!'>
    """

    BRILLIANT = "!!"
    GOOD = "!"
    INTERESTING = "!?"
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record, with its evaluation mark and a comment if it has them.

    >>> RecordedMove(Move.parse("Sb3"), Mark.GOOD, comment="the usual start").mark.value
    '!'
    """

    move: Move
    mark: Mark | None = None
    comment: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the move and mark that a text such as ``Sb3!?`` names; the comment is empty.

        Raises:
            InvalidMoveError: ``text`` isn't a move followed by at most one mark.
            AmbiguousMoveError: ``text`` names a Triangle without its direction.

        >>> RecordedMove.parse("Tc2n??").mark
        <Mark.BLUNDER: '??'>
        """
        match = _MARKED_MOVE.fullmatch(text)
        if match is None or match["mark"] not in ("", *Mark):
            raise InvalidMoveError(text)
        return cls(Move.parse(match["move"]), Mark(match["mark"]) if match["mark"] else None)

    def __str__(self) -> str:
        return f"{self.move}{self.mark or ''}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game: header fields, moves from the start position, and the outcome. An empty text means unknown.

    A record is consistent once it exists: its moves are legal one after the other and its outcome fits them.
    ``parse_record`` and ``print_record`` are its text form; ``parse_record_json`` and ``print_record_json``,
    its JSON.

    Raises:
        RecordError: a move isn't legal, or the outcome doesn't fit the moves.

    >>> from engine import Color
    >>> moves = tuple(RecordedMove.parse(text) for text in ("Sb3", "Cb2!", "Tb2n"))
    >>> outcome = Outcome(Color.BLACK, Reason.RESIGNATION)
    >>> Record(Ruleset.PYRGA, moves, outcome, white="Ada", black="Bo").position.ply
    3
    """

    ruleset: Ruleset
    """The rules of the game."""
    moves: tuple[RecordedMove, ...]
    """The moves in the order of play, White's first."""
    outcome: Outcome | None
    """How the game ended; None if it goes on or was left unfinished."""
    white: str = ""
    """The name of the player with the white pieces."""
    black: str = ""
    """The name of the player with the black pieces."""
    date: dt.date | None = None
    """The day the game began."""
    place: str = ""
    """Where it was played."""
    clock: str = ""
    """The time allowed, in words, such as ``3 days a move``."""
    comment: str = ""
    """A comment on the game, printed before the first move."""
    start: Start | None = None
    """How the game started; None if that isn't known."""
    rated: bool | None = None
    """Whether the game counted for ratings; None if that isn't known."""
    hints: bool | None = None
    """Whether the players could get hints; None if that isn't known."""

    def __post_init__(self) -> None:
        position = Position.start(self.ruleset)
        for index, recorded in enumerate(self.moves):
            try:
                position = position.play(recorded.move)
            except IllegalMoveError as error:
                raise RecordError(str(error), path=("moves", index)) from error
        problem = _misfit(self.outcome, position)
        if problem is not None:
            raise RecordError(problem, path=("result",))

    @property
    def position(self) -> Position:
        """Return the position after the last move.

        >>> Record(Ruleset.PYRGA, (), None).position == Position.start()
        True
        """
        return Position.replay(self.ruleset, (recorded.move for recorded in self.moves))

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first move and after each move.

        >>> record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"), RecordedMove.parse("Cb2")), None)
        >>> [position.ply for position in record.positions()]
        [0, 1, 2]
        """
        position = Position.start(self.ruleset)
        yield position
        for recorded in self.moves:
            position = position.play(recorded.move)
            yield position


def _misfit(outcome: Outcome | None, position: Position) -> str | None:
    """Return why a game that came to ``position`` can't have ended with ``outcome``, or None if it can."""
    by_rules = position.outcome()
    if outcome is None:
        return None if by_rules is None else f"the moves end the game as {by_rules}, but it is said to go on"
    if outcome == by_rules or outcome.reason in {Reason.ANNULLED, Reason.ABANDONED}:
        return None
    if by_rules is not None:
        return f"the moves end the game as {by_rules}, not as {outcome}"
    if outcome.reason.from_rules:
        return f"the moves leave the game unfinished, so it did not end as {outcome}"
    return None

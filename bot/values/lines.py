"""Lines of play: a position, moves from there, and how far they've been played. Each has a short text form.

A character stands for one of the 80 moves that some position allows, so that a whole game fits into the
custom_id of a button.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_letters, digits
from typing import Self

from engine import Color, EngineError, Move, Position, Ruleset

LONGEST = 38
"""Maximum number of characters of a packed line."""

# None of these have a meaning for Discord or for the grammar of custom_ids.
_SIGNS = f"{ascii_letters}{digits}!#$%()*+,-/;=?@^_~"
_SEPARATOR = ":"
_BETWEEN_SIDES = "."

# Every move is legal at the start of a game without pieces.
_MOVES = tuple(Position.start(Ruleset.CLASSIC).legal_moves)
_SIGN_OF = dict(zip(_MOVES, _SIGNS, strict=True))
_MOVE_OF = {sign: move for move, sign in _SIGN_OF.items()}

_LETTER_OF = {Ruleset.PYRGA: "p", Ruleset.CLASSIC: "c", Ruleset.PILOTIS: "t"}
_RULESET_OF = {letter: ruleset for ruleset, letter in _LETTER_OF.items()}


def pack_position(position: Position) -> str:
    """Return a position as a short text, up to 34 characters.

    >>> pack_position(Position.start())
    'p'
    >>> pack_position(Position.replay("classic", ["Sb3", "Cb2"]))
    'cj.+.+'
    """
    letter = _LETTER_OF[position.ruleset]
    if position.last_move is None:
        return letter
    sides = (position.placed(color) for color in Color)
    return letter + _BETWEEN_SIDES.join([*map(pack_moves, sides), _SIGN_OF[position.last_move]])


def unpack_position(text: str) -> Position:
    """Return the position that ``pack_position`` packed, or raise a ValueError."""
    ruleset = _RULESET_OF.get(text[:1])
    if ruleset is None:
        raise ValueError(text)
    if len(text) == 1:
        return Position.start(ruleset)
    try:
        white, black, last = (unpack_moves(part) for part in text[1:].split(_BETWEEN_SIDES))
        side = Color.BLACK if (len(white) + len(black)) % 2 else Color.WHITE
        parts = (ruleset, side.value, *(_listed(part) for part in (last, white, black)))
        return Position.parse(" ".join(parts))
    except EngineError as error:
        raise ValueError(text) from error


def pack_moves(moves: Iterable[Move]) -> str:
    """Return moves as a text with one character for each."""
    return "".join(_SIGN_OF[move] for move in moves)


def unpack_moves(text: str) -> tuple[Move, ...]:
    """Return the moves that ``pack_moves`` packed, or raise a ValueError."""
    try:
        return tuple(_MOVE_OF[sign] for sign in text)
    except KeyError:
        raise ValueError(text) from None


def _listed(moves: Iterable[Move]) -> str:
    return ",".join(map(str, moves)) or "-"


@dataclass(frozen=True, slots=True)
class Line:
    """Moves that are legal one after another from ``start``. The first ``played`` of them have been played.

    >>> line = Line.of("pyrga", ["Sb3", "Cb2"]).back()
    >>> line.packed(), str(line.position.last_move)
    ('p:j+:1', 'Sb3')
    >>> Line.unpack("p:j+:1") == line
    True
    """

    start: Position
    moves: tuple[Move, ...] = ()
    played: int = 0

    @classmethod
    def of(cls, ruleset: Ruleset | str, moves: Iterable[str]) -> Self:
        """Return the line of a game from its start, all of it played, or raise an EngineError."""
        end = Position.replay(ruleset, parsed := [Move.parse(move) for move in moves])
        return cls(Position.start(end.ruleset), tuple(parsed), len(parsed))

    @property
    def position(self) -> Position:
        """Return the position after the moves played."""
        position = self.start
        for move in self.moves[: self.played]:
            position = position.play(move)
        return position

    def at(self, played: int) -> Self:
        """Return the line after this many of its moves. The number is clamped to the moves it has."""
        return replace(self, played=max(0, min(played, len(self.moves))))

    def back(self) -> Self:
        return self.at(self.played - 1)

    def forward(self) -> Self:
        return self.at(self.played + 1)

    def play(self, move: Move) -> Self:
        """Return the line after another move. The following moves stay if they began with this one.

        Raises:
            IllegalMoveError: the move isn't legal here.
        """
        if self.moves[self.played : self.played + 1] == (move,):
            return self.forward()
        self.position.play(move)
        return replace(self, moves=(*self.moves[: self.played], move), played=self.played + 1)

    def packed(self) -> str:
        """Return the line as a short text, up to ``LONGEST`` characters."""
        return _SEPARATOR.join([pack_position(self.start), pack_moves(self.moves), str(self.played)])

    @classmethod
    def unpack(cls, text: str) -> Self:
        """Return the line that ``packed`` packed, or raise a ValueError."""
        start, moves, played = text.split(_SEPARATOR)
        if not (played.isascii() and played.isdecimal()):
            raise ValueError(text)
        line = cls(unpack_position(start), unpack_moves(moves), int(played))
        if line.played > len(line.moves) or played != str(line.played):
            raise ValueError(text)
        try:
            _ = line.at(len(line.moves)).position
        except EngineError as error:
            raise ValueError(text) from error
        return line


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player got with a ruleset.

    ``longest`` is how many moves in a row from the start kept the win in their longest attempt, and ``wins``
    is how many attempts kept it to the end. In the attempt ``run``, which counts, ``line`` has been played.
    """

    run: int
    longest: int
    wins: int
    line: Line

    def counts(self, run: int, line: Line) -> bool:
        """Return whether what's played after ``line`` in the attempt ``run`` counts."""
        return (run, line) == (self.run, self.line)

    def replies_to(self, run: int, line: Line) -> bool:
        """Return whether the last move of the attempt ``run`` is a reply to ``line``, which is all played."""
        return self.run == run and (self.line.start, self.line.moves[:-1]) == (line.start, line.moves)

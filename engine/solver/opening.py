"""The opening book: the exact values of all moves in the first positions of the game, and their file.

The file begins with the SHA-256 checksum of all the rest. Then follow sections. Each begins as ``digests``
says and has then

- the number of moves of each position, one byte each,
- the values of all their moves, two bits each from the lowest bit on: 0 loss, 1 draw, 2 win, for the player
  to move.

A section has all positions of its ply up to symmetry, so a digest only needs to tell these apart; the writer
checks that it does. Moves are in the list order of the image that the position's key describes. From the
third piece on ``pyrga`` is ``classic``, and only the latter is written.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.analysis.value import Value
from engine.board.move import Move
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.digests import Digests, checked, packed_head, unpacked_head, with_checksum
from engine.solver.proof_search import Key

__all__ = [
    "BOOK",
    "PLIES_UNDER_OPENING_RESTRICTION",
    "OpeningBook",
    "Section",
    "moves_of_image",
    "ruleset_in_book",
]

BOOK = Path(__file__).with_name("book.bin")
"""The book that comes with the package."""

PLIES_UNDER_OPENING_RESTRICTION = 3
"""From this ply on a position under ``pyrga`` has the value that it has under ``classic``."""

_VALUES = (Value.LOSS, Value.DRAW, Value.WIN)
_BITS = 2
_PER_BYTE = 4
_MASK = 3


@dataclass(frozen=True, slots=True)
class Section:
    """The positions of one ply under one ruleset."""

    digests: Digests
    """The digests of their keys."""
    starts: tuple[int, ...]
    """Where each position's moves begin among all moves; at the end, where they end."""
    values: bytes
    """The values of all moves, packed."""

    @classmethod
    def of(cls, values_by_key: Mapping[tuple[int, int], tuple[Value, ...]]) -> "Section":
        """Return the section of positions given by their keys, with the values of their moves.

        Raises:
            BookError: two keys have one digest.
        """
        digests, ordered = Digests.of(values_by_key)
        starts = [0]
        numbers: list[int] = []
        for values in ordered:
            numbers += map(_VALUES.index, values)
            starts.append(len(numbers))
        return cls(digests, tuple(starts), _packed(numbers))

    def values_of(self, key: tuple[int, int]) -> tuple[Value, ...] | None:
        """Return the values of the moves of the position with this key, or None if the section lacks it."""
        found = self.digests.find(key)
        if found is None:
            return None
        return tuple(self._value_at(number) for number in range(self.starts[found], self.starts[found + 1]))

    def _value_at(self, number: int) -> Value:
        return _VALUES[self.values[number // _PER_BYTE] >> _BITS * (number % _PER_BYTE) & _MASK]


class OpeningBook:
    """The sections of a book, by ruleset and ply."""

    def __init__(self, sections: Mapping[tuple[Ruleset, int], Section]) -> None:
        self.sections = dict(sections)

    @classmethod
    def load(cls, path: Path = BOOK) -> "OpeningBook":
        """Return the book in a file.

        Raises:
            OSError: the file can't be read.
            BookError: it isn't a book, or its checksum isn't that of its content.
        """
        return cls(_sections(checked(path)))

    def save(self, path: Path) -> None:
        """Write the book to a file.

        Raises:
            OSError: the file can't be written.
        """
        content = b"".join(
            packed_head(ruleset, ply, section.digests)
            + bytes(after - before for before, after in zip(section.starts, section.starts[1:], strict=False))
            + section.values
            for (ruleset, ply), section in self.sections.items()
        )
        path.write_bytes(with_checksum(content))

    def values(self, position: Position) -> dict[Move, Value] | None:
        """Return the value of each legal move, in list order, or None if the book lacks the position."""
        section = self.sections.get((ruleset_in_book(position.ruleset, position.ply), position.ply))
        if section is None or not position.legal_moves:
            return None
        key = Key.of(position)
        values = section.values_of(key.identity)
        if values is None:
            return None
        found = dict(zip(moves_of_image(position, key), values, strict=True))
        return {move: found[move] for move in position.legal_moves}


def ruleset_in_book(ruleset: Ruleset, ply: int) -> Ruleset:
    """Return the ruleset under which the book has the positions of a ply."""
    if ruleset is Ruleset.PYRGA and ply >= PLIES_UNDER_OPENING_RESTRICTION:
        return Ruleset.CLASSIC
    return ruleset


def moves_of_image(position: Position, key: Key) -> list[Move]:
    """Return the legal moves in the list order of the image that the position's key describes."""
    return sorted(position.legal_moves, key=key.symmetry.move)


def _packed(numbers: Iterable[int]) -> bytes:
    numbers = list(numbers)
    return bytes(
        sum(number << _BITS * index for index, number in enumerate(numbers[begin : begin + _PER_BYTE]))
        for begin in range(0, len(numbers), _PER_BYTE)
    )


def _sections(content: bytes) -> dict[tuple[Ruleset, int], Section]:
    sections = {}
    begin = 0
    while begin < len(content):
        ruleset, ply, digests, begin = unpacked_head(content, begin)
        starts = [0]
        for moves in content[begin : begin + len(digests)]:
            starts.append(starts[-1] + moves)
        begin += len(digests)
        values = content[begin : begin - (-starts[-1] // _PER_BYTE)]
        begin += len(values)
        sections[ruleset, ply] = Section(digests, tuple(starts), values)
    return sections

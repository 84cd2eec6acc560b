"""What was found about positions so far: a number each, in a file that several processes may append to."""

import re
from pathlib import Path

from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.opening import ruleset_in_book
from engine.solver.proof_search import Key

__all__ = ["Found"]

_LINE = re.compile(rf"({'|'.join(Ruleset)}) (-?\d+) (-?\d+) (-?\d+)")


class Found:
    """Numbers of unfinished positions, by ruleset and key, and the file that they're appended to.

    Args:
        path: The file; it's made if there is none.

    Attributes:
        numbers: The numbers.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._path.touch()
        self._read_up_to = 0
        self.numbers: dict[tuple[Ruleset, tuple[int, int]], int] = {}
        if not self._path.read_text().endswith("\n"):
            self._append("\n")
        self.read_on()

    def read_on(self) -> None:
        """Take note of what was appended to the file, here or by another process, since it was last read."""
        with self._path.open("rb") as file:
            file.seek(self._read_up_to)
            whole, newline, _unfinished = file.read().rpartition(b"\n")
        self._read_up_to += len(whole + newline)
        for line in whole.decode().splitlines():
            # A process that was killed may have left a line without its end.
            if entry := _LINE.fullmatch(line):
                ruleset, first, second, number = entry.groups()
                self.numbers[Ruleset(ruleset), (int(first), int(second))] = int(number)

    def number(self, position: Position) -> int | None:
        """Return the number of an unfinished position; None if it wasn't found yet."""
        return self.numbers.get((_ruleset_of(position), Key.of(position).identity))

    def expected(self, position: Position) -> int | None:
        """Return the number under another ruleset, nearly always the same; None if it wasn't found yet."""
        key = Key.of(position).identity
        return next(
            (number for ruleset in Ruleset if (number := self.numbers.get((ruleset, key))) is not None), None
        )

    def add(self, position: Position, number: int) -> None:
        """Write down the number of an unfinished position."""
        first, second = Key.of(position).identity
        self._append(f"{_ruleset_of(position)} {first} {second} {number}\n")
        self.read_on()

    def _append(self, text: str) -> None:
        with self._path.open("a") as file:
            file.write(text)


def _ruleset_of(position: Position) -> Ruleset:
    return ruleset_in_book(position.ruleset, position.ply)

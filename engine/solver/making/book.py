"""Builds the opening book: `python -m engine.solver.making.book FOLDER`.

The exact values of all moves of all positions of a ply, up to symmetry, are the values of the positions of
the next ply. These are found ply by ply and appended to the file `values.txt` in FOLDER, one line each, as
they are found. The command can be stopped at any time and goes on from there. Whenever a ply is complete, the
book is written again, with every ply that is, to the file given by `--book`.

Several processes may share FOLDER: with `--only RULESET` they find values of this ruleset and write no book,
one of them from the other end with `--backwards`, and each takes note of what the others find. The command
without these options then makes the book of all values.
"""

import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.analysis.value import Value
from engine.board.piece import Colour
from engine.game.position import Position
from engine.game.ruleset import Ruleset
from engine.solver.opening import (
    BOOK,
    OpeningBook,
    Section,
    moves_of_image,
    ruleset_in_book,
)
from engine.solver.proof_search import (
    WHITE_AT_LEAST_DRAWS,
    WHITE_WINS,
    Budget,
    Key,
    ProofSearch,
    value_for_white,
)

__all__ = ["main"]

_DEEPEST = 4
_MEGABYTES = 1536
_VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}
_LINE = re.compile(rf"({'|'.join(Ruleset)}) (-?\d+) (-?\d+) (-?[01])")

_Keys = tuple[int, int]


@dataclass(slots=True)
class _Candidate:
    """A position to be solved.

    Attributes:
        position: The position, with the game on.
        lowest: The least value for White that it can have, by what is known about the positions before it.
        highest: The greatest one.
    """

    position: Position
    lowest: int = -1
    highest: int = 1

    def follows(self, value: int, turn: Colour) -> None:
        """Take note of the value of a position before this one: no move makes it better for its player."""
        if turn is Colour.WHITE:
            self.highest = min(self.highest, value)
        else:
            self.lowest = max(self.lowest, value)

    def value(self, search: ProofSearch, expected: int | None) -> int:
        """Return the value for White.

        Args:
            search: The search to ask.
            expected: The likeliest value, which only decides what is asked first; None if nothing is known.
        """
        while self.lowest < self.highest:
            loss_first = expected == -1 and self.lowest == -1
            question = WHITE_AT_LEAST_DRAWS if loss_first or self.highest == 0 else WHITE_WINS
            # A question is whether the value is at least the question's own number.
            if search.answer(self.position, question, Budget()):
                self.lowest = question
            else:
                self.highest = question - 1
        return self.lowest


class _Work:
    """The values found so far, for White, by ruleset and key, and the file that they are appended to."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "values.txt"
        self._path.touch()
        self._read_up_to = 0
        self._values: dict[tuple[Ruleset, _Keys], int] = {}
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
                ruleset, first, second, value = entry.groups()
                self._values[Ruleset(ruleset), (int(first), int(second))] = int(value)

    def value(self, position: Position) -> int | None:
        """Return the value of an unfinished position; None if it was not found yet."""
        return self._values.get((_ruleset_of_value(position), Key.of(position).identity))

    def expected(self, position: Position) -> int | None:
        """Return the value under another ruleset, nearly always the same; None if it was not found yet."""
        key = Key.of(position).identity
        return next(
            (value for ruleset in Ruleset if (value := self._values.get((ruleset, key))) is not None), None
        )

    def add(self, position: Position, value: int) -> None:
        """Write down the value of an unfinished position."""
        first, second = Key.of(position).identity
        self._append(f"{_ruleset_of_value(position)} {first} {second} {value}\n")
        self.read_on()

    def _append(self, text: str) -> None:
        with self._path.open("a") as file:
            file.write(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(prog="python -m engine.solver.making.book", description="Build the opening book.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the values found so far are kept")
    parser.add_argument(
        "--book", type=Path, default=BOOK, help="the book to write; by default the package's own"
    )
    parser.add_argument(
        "--deepest", type=int, default=_DEEPEST, help="the last ply of the book; by default 4"
    )
    parser.add_argument(
        "--megabytes", type=int, default=_MEGABYTES, help="size of the table; by default 1536"
    )
    parser.add_argument(
        "--only", type=Ruleset, choices=Ruleset, metavar="RULESET", help="find values of one ruleset; no book"
    )
    parser.add_argument(
        "--backwards", action="store_true", help="begin with the positions that others come to last"
    )
    options = parser.parse_args(arguments)
    work, search = _Work(options.folder), ProofSearch(options.megabytes)
    rulesets = [options.only] if options.only else list(Ruleset)
    sections: dict[tuple[Ruleset, int], Section] = {}
    levels = {ruleset: [Position.start(ruleset)] for ruleset in rulesets}
    for ply in range(options.deepest + 1):
        for ruleset in _rulesets_of(ply, rulesets):
            after = _candidates_after(levels[ruleset], work)
            _solve(reversed(after) if options.backwards else after, work, search)
            sections[ruleset, ply] = Section.of(
                {
                    Key.of(position).identity: tuple(_values_of_moves(position, work))
                    for position in levels[ruleset]
                }
            )
            levels[ruleset] = [candidate.position for candidate in after]
        if not options.only:
            OpeningBook(sections).save(options.book)
        print(f"plies 0 to {ply} are complete", flush=True)  # noqa: T201 - the command's output
    return 0


def _rulesets_of(ply: int, rulesets: Iterable[Ruleset]) -> list[Ruleset]:
    return [ruleset for ruleset in rulesets if ruleset_in_book(ruleset, ply) is ruleset]


def _candidates_after(positions: list[Position], work: _Work) -> list[_Candidate]:
    """Return the unfinished positions one ply further, one for each key, relatives side by side."""
    found: dict[_Keys, _Candidate] = {}
    for position in positions:
        value = work.value(position)
        for move in position.legal_moves:
            after = position.play(move)
            if after.legal_moves:
                candidate = found.setdefault(Key.of(after).identity, _Candidate(after))
                if value is not None:
                    candidate.follows(value, position.turn)
    return list(found.values())


def _solve(candidates: Iterable[_Candidate], work: _Work, search: ProofSearch) -> None:
    for candidate in candidates:
        if work.value(candidate.position) is None:
            work.add(candidate.position, candidate.value(search, work.expected(candidate.position)))


def _ruleset_of_value(position: Position) -> Ruleset:
    return ruleset_in_book(position.ruleset, position.ply)


def _values_of_moves(position: Position, work: _Work) -> Iterator[Value]:
    for move in moves_of_image(position, Key.of(position)):
        after = position.play(move)
        outcome = after.outcome()
        value = value_for_white(outcome) if outcome else work.value(after)
        if value is None:
            raise LookupError(f"not solved yet: {after}")
        yield _VALUES[value if position.turn is Colour.WHITE else -value]


if __name__ == "__main__":
    raise SystemExit(main())

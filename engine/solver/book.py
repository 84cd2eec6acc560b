"""Builds the opening book: `python -m engine.solver.book FOLDER`.

The exact values of all moves of all positions of a ply, up to symmetry, are the values of the positions of
the next ply. These are found ply by ply and appended to the file `values.txt` in FOLDER, one line each, as
they are found. The command can be stopped at any time and goes on from there. Whenever a ply is complete, the
book is written anew, with every ply that is, to the file given by `--book`.

Several processes may share FOLDER, each with `--only RULESET`: these only find values. The command without
`--only` then makes the book of them.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.piece import Colour
from engine.position import Position
from engine.ruleset import Ruleset
from engine.solver.opening import (
    BOOK,
    OpeningBook,
    Section,
    moves_of_image,
    ruleset_in_book,
)
from engine.solver.prover import (
    WHITE_AT_LEAST_DRAWS,
    WHITE_WINS,
    Budget,
    Key,
    Prover,
    value_for_white,
)
from engine.value import Value

__all__ = ["main"]

_DEEPEST = 4
_MEGABYTES = 1536
_VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}

_Keys = tuple[int, int]


@dataclass(slots=True)
class _Candidate:
    """A position to be solved.

    Attributes:
        position: The position, with the game on.
        lowest: The least value for White that it can have, by what is known of the positions before it.
        highest: The greatest one.
    """

    position: Position
    lowest: int = -1
    highest: int = 1

    def follows(self, value: int, turn: Colour) -> None:
        """Take note of the value of a position before this one: no move makes it better for who plays it."""
        if turn is Colour.WHITE:
            self.highest = min(self.highest, value)
        else:
            self.lowest = max(self.lowest, value)

    def value(self, prover: Prover) -> int:
        """Return the value for White."""
        if self.highest == 1 and (self.lowest == 1 or prover.answer(self.position, WHITE_WINS, Budget())):
            return 1
        if self.highest == -1:
            return -1
        return 0 if self.lowest == 0 or prover.answer(self.position, WHITE_AT_LEAST_DRAWS, Budget()) else -1


class _Work:
    """The values found so far, for White, by ruleset and key, and the file that they are appended to."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "values.txt"
        self.values: dict[tuple[Ruleset, _Keys], int] = {}
        if self._path.exists():
            self._read()

    def _read(self) -> None:
        whole, newline, _broken_off = self._path.read_text().rpartition("\n")
        self._path.write_text(whole + newline)
        for line in whole.splitlines():
            ruleset, first, second, value = line.split()
            self.values[Ruleset(ruleset), (int(first), int(second))] = int(value)

    def add(self, ruleset: Ruleset, key: _Keys, value: int) -> None:
        self.values[ruleset, key] = value
        with self._path.open("a") as file:
            file.write(f"{ruleset} {key[0]} {key[1]} {value}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(prog="python -m engine.solver.book", description="Build the opening book.")
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
    options = parser.parse_args(arguments)
    work, prover = _Work(options.folder), Prover(options.megabytes)
    rulesets = [options.only] if options.only else list(Ruleset)
    sections: dict[tuple[Ruleset, int], Section] = {}
    levels = {ruleset: [Position.start(ruleset)] for ruleset in rulesets}
    for ply in range(options.deepest + 1):
        for ruleset in _rulesets_of(ply, rulesets):
            after = _candidates_after(levels[ruleset], work)
            _solve(after, work, prover)
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
        value = work.values.get((_ruleset_of_value(position), Key.of(position).identity))
        for move in position.legal_moves:
            after = position.play(move)
            if after.legal_moves:
                candidate = found.setdefault(Key.of(after).identity, _Candidate(after))
                if value is not None:
                    candidate.follows(value, position.turn)
    return list(found.values())


def _solve(candidates: list[_Candidate], work: _Work, prover: Prover) -> None:
    for candidate in candidates:
        ruleset = _ruleset_of_value(candidate.position)
        key = Key.of(candidate.position).identity
        if (ruleset, key) not in work.values:
            work.add(ruleset, key, candidate.value(prover))


def _ruleset_of_value(position: Position) -> Ruleset:
    return ruleset_in_book(position.ruleset, position.ply)


def _values_of_moves(position: Position, work: _Work) -> Iterator[Value]:
    for move in moves_of_image(position, Key.of(position)):
        after = position.play(move)
        outcome = after.outcome()
        if outcome is None:
            value = work.values[_ruleset_of_value(after), Key.of(after).identity]
        else:
            value = value_for_white(outcome)
        yield _VALUES[value if position.turn is Colour.WHITE else -value]


if __name__ == "__main__":
    raise SystemExit(main())

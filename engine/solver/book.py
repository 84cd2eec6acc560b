"""Builds the opening book: `python -m engine.solver.book FOLDER`.

The exact values of all moves of all positions of a ply, up to symmetry, are the values of the positions of
the next ply. These are found ply by ply and appended to the file `values.txt` in FOLDER, one line each, as
they are found. The command can be stopped at any time and goes on from there. Whenever a ply is complete, the
book is written anew, with every ply that is, to the file given by `--book`.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
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
from engine.solver.value import Value

__all__ = ["main"]

_DEEPEST = 4
_MEGABYTES = 1536
_VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}

_Keys = tuple[int, int]


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
    options = parser.parse_args(arguments)
    work, prover = _Work(options.folder), Prover(options.megabytes)
    sections: dict[tuple[Ruleset, int], Section] = {}
    levels = {ruleset: [Position.start(ruleset)] for ruleset in Ruleset}
    for ply in range(options.deepest + 1):
        for ruleset in _rulesets_of(ply):
            after = _positions_after(levels[ruleset])
            _solve(after, work, prover)
            sections[ruleset, ply] = Section.of(
                {
                    Key.of(position).identity: tuple(_values_of_moves(position, work))
                    for position in levels[ruleset]
                }
            )
            levels[ruleset] = after
        OpeningBook(sections).save(options.book)
        print(f"plies 0 to {ply} are complete", flush=True)  # noqa: T201 - the command's output
    return 0


def _rulesets_of(ply: int) -> list[Ruleset]:
    return [ruleset for ruleset in Ruleset if ruleset_in_book(ruleset, ply) is ruleset]


def _positions_after(positions: list[Position]) -> list[Position]:
    """Return the unfinished positions one ply further, one for each key, relatives side by side."""
    found: dict[_Keys, Position] = {}
    for position in positions:
        for move in position.legal_moves:
            after = position.play(move)
            if after.legal_moves:
                found.setdefault(Key.of(after).identity, after)
    return list(found.values())


def _solve(positions: list[Position], work: _Work, prover: Prover) -> None:
    for position in positions:
        ruleset = _ruleset_of_value(position)
        key = Key.of(position).identity
        if (ruleset, key) not in work.values:
            work.add(ruleset, key, _value(position, prover))


def _ruleset_of_value(position: Position) -> Ruleset:
    return ruleset_in_book(position.ruleset, position.ply)


def _value(position: Position, prover: Prover) -> int:
    if prover.answer(position, WHITE_WINS, Budget()):
        return 1
    return 0 if prover.answer(position, WHITE_AT_LEAST_DRAWS, Budget()) else -1


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

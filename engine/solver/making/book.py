"""Builds the opening book: ``python -m engine.solver.making.book FOLDER``.

The exact values of all moves of all positions of a ply, up to symmetry, are the values of the positions of
the next ply. These are found ply by ply and appended to the file ``values.txt`` in FOLDER, one line each, as
they're found. The command can be stopped at any time and goes on from there. Whenever a ply is complete, the
book is written again, with every ply that is, to the file given by ``--book``.

Several processes may share FOLDER: with ``--only RULESET`` they find values of this ruleset and write no
book, one of them from the other end with ``--backward``, and each takes note of what the others find. The
command without these options then makes the book of all values.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.analysis.value import Value
from engine.board.move import Color
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.interruption import quietly
from engine.solver.making.found import Found
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

_Keys = tuple[int, int]


@dataclass(slots=True)
class _Candidate:
    """A position to be solved."""

    position: Position
    """The position, with the game on."""
    lowest: int = -1
    """The least value for White that it can have, by what's known about the positions before it."""
    highest: int = 1
    """The greatest one."""

    def follows(self, value: int, turn: Color) -> None:
        """Take note of the value of a position before this one: no move makes it better for its player."""
        if turn is Color.WHITE:
            self.highest = min(self.highest, value)
        else:
            self.lowest = max(self.lowest, value)

    def value(self, search: ProofSearch, expected: int | None) -> int:
        """Return the value for White.

        Args:
            search: The search to ask.
            expected: The likeliest value, which only decides what's asked first; None if nothing is known.
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
        "--only",
        type=Ruleset,
        choices=Ruleset,
        metavar="RULESET",
        help=f"find values of one ruleset ({', '.join(Ruleset)}); no book",
    )
    parser.add_argument(
        "--backward", action="store_true", help="begin with the positions that others come to last"
    )
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    work, search = Found(options.folder / "values.txt"), ProofSearch(options.megabytes)
    rulesets = [options.only] if options.only else list(Ruleset)
    sections: dict[tuple[Ruleset, int], Section] = {}
    levels = {ruleset: [Position.start(ruleset)] for ruleset in rulesets}
    for ply in range(options.deepest + 1):
        for ruleset in _rulesets_of(ply, rulesets):
            after = _candidates_after(levels[ruleset], work)
            _solve(reversed(after) if options.backward else after, work, search)
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


def _candidates_after(positions: list[Position], work: Found) -> list[_Candidate]:
    """Return the unfinished positions one ply further, one for each key, relatives side by side."""
    found: dict[_Keys, _Candidate] = {}
    for position in positions:
        value = work.number(position)
        for move in position.legal_moves:
            after = position.play(move)
            if after.legal_moves:
                candidate = found.setdefault(Key.of(after).identity, _Candidate(after))
                if value is not None:
                    candidate.follows(value, position.turn)
    return list(found.values())


def _solve(candidates: Iterable[_Candidate], work: Found, search: ProofSearch) -> None:
    for candidate in candidates:
        if work.number(candidate.position) is None:
            work.add(candidate.position, candidate.value(search, work.expected(candidate.position)))


def _values_of_moves(position: Position, work: Found) -> Iterator[Value]:
    for move in moves_of_image(position, Key.of(position)):
        after = position.play(move)
        outcome = after.outcome()
        value = value_for_white(outcome) if outcome else work.number(after)
        if value is None:
            raise LookupError(f"not solved yet: {after}")
        yield _VALUES[value if position.turn is Color.WHITE else -value]


if __name__ == "__main__":
    raise SystemExit(quietly(main))

"""Makes the book of distances: ``python -m engine.solver.making.distances FOLDER``.

It follows the games from the start in which White plays for speed and Black for length. All positions, up
to symmetry, that such a game can reach are appended to the file ``distances.txt`` in FOLDER, one line each,
with the ply by which White can force the end. The command can be stopped at any time and goes on from there.
In the end it writes the book, of all that the file has.

Several processes may share FOLDER: with ``--only RULESET`` they search under this ruleset and write no book.
The command without this option then makes the book of everything.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.board.bitboard import ALL_SLOTS
from engine.board.move import Color
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.interruption import quietly
from engine.solver.distance_book import DISTANCES, DistanceBook, DistanceSection
from engine.solver.distance_search import DistanceSearch
from engine.solver.making.found import Found
from engine.solver.proof_search import Budget, Key, alike

__all__ = ["main"]

_DEEPEST = 8
_MEGABYTES = 1024

_Keys = tuple[int, int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _options(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    found = Found(options.folder / "distances.txt")
    for ruleset in [options.only] if options.only else list(Ruleset):
        _follow(ruleset, options.deepest, found, DistanceSearch(options.megabytes))
    if not options.only:
        _book(found).save(options.book)
    return 0


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(
        prog="python -m engine.solver.making.distances", description="Make the book of distances."
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where what was found so far is kept")
    parser.add_argument(
        "--book", type=Path, default=DISTANCES, help="the book to write; by default the package's own"
    )
    parser.add_argument(
        "--deepest", type=int, default=_DEEPEST, help="the last ply of the book; by default 8"
    )
    parser.add_argument(
        "--megabytes", type=int, default=_MEGABYTES, help="size of the table; by default 1024"
    )
    parser.add_argument(
        "--only", type=Ruleset, choices=Ruleset, metavar="RULESET", help="follow one ruleset; no book"
    )
    return parser.parse_args(arguments)


def _follow(ruleset: Ruleset, deepest: int, found: Found, search: DistanceSearch) -> None:
    """Find the positions that White's fastest and Black's longest play can reach, ply by ply."""
    start = Position.start(ruleset)
    last_ply = found.number(start)
    if last_ply is None:
        _, last_ply = search.narrow(start, Color.WHITE, Budget())
        found.add(start, last_ply)
    positions = {Key.of(start).identity: start}
    for ply in range(deepest):
        positions = {
            Key.of(child).identity: child
            for position in positions.values()
            for child in _as_good(position, last_ply, found, search)
        }
        print(f"{ruleset}: {len(positions)} positions of ply {ply + 1}", flush=True)  # noqa: T201 - the output


def _as_good(position: Position, last_ply: int, found: Found, search: DistanceSearch) -> Iterator[Position]:
    """Yield the positions after the moves with which the end still comes by ``last_ply`` and not before."""
    for group in alike(position, position.legal_moves):
        child = position.play(group[0])
        known = found.number(child)
        if known is None and _ends(child, last_ply, search):
            known = last_ply
            found.add(child, known)
        if known == last_ply:
            yield child


def _ends(child: Position, last_ply: int, search: DistanceSearch) -> bool:
    """Return whether the move to a position is as fast, or as slow, as it can be."""
    white_moved = child.turn is Color.BLACK
    asked = last_ply if white_moved else last_ply - 1
    return search.wins_by(child, Color.WHITE, asked, Budget()) is white_moved


def _book(found: Found) -> DistanceBook:
    sections: dict[tuple[Ruleset, int], dict[_Keys, int]] = {}
    for (ruleset, key), last_ply in found.numbers.items():
        ply = (key[0] & ALL_SLOTS).bit_count()
        sections.setdefault((ruleset, ply), {})[key] = last_ply
    return DistanceBook({which: DistanceSection.of(keys) for which, keys in sections.items()})


if __name__ == "__main__":
    raise SystemExit(quietly(main))

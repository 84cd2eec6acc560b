"""Makes what follows each move of a puzzle: ``python -m engine.solver.making.lines [FILE]``.

The command makes all lines in a file of puzzles again, for when the solver has learned to play better ones.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.analysis.puzzle import parse_puzzles, play_text, print_puzzles
from engine.analysis.value import Distances, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.interruption import quietly
from engine.solver.solver import Solver

__all__ = ["main", "perfect_line", "play_of"]

_FILE = Path(__file__).parents[2] / "puzzles.txt"
_TABLE_MEGABYTES = 32
_NODES_FOR_DISTANCES = 20_000
"""How many positions are expanded to find out how long a won or lost position lasts. In positions that would
take more, the move is the best as far as that's known."""


def play_of(moves: Sequence[Move], position: Position, solution: Move) -> str:
    """Return the game up to a puzzle, and how it goes on, as they stand in a file of puzzles."""
    # A new solver, so that the lines don't depend on what was solved before.
    solver = Solver(table_megabytes=_TABLE_MEGABYTES, book=False)
    lines = {move: perfect_line(position.play(move), solver) for move in position.legal_moves}
    return play_text(moves, solution, lines)


def perfect_line(position: Position, solver: Solver) -> tuple[Move, ...]:
    """Return how a game goes on to its end: the winner plays perfectly for speed, the loser for length."""
    return tuple(_moves(position, solver))


def _moves(position: Position, solver: Solver) -> Iterator[Move]:
    while position.legal_moves:
        # Values first, however long they take: from then on, the solver's table has them.
        value = solver.solve(position, line=False).value
        if value is Value.DRAW:
            yield from solver.solve(position).line
            return
        found = solver.solve(position, nodes=_NODES_FOR_DISTANCES, distances=Distances.BEST)
        if found.distance is not None and len(found.line) == found.distance.exact:
            yield from found.line
            return
        move = found.best or position.legal_moves[0]
        yield move
        position = position.play(move)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(
        prog="python -m engine.solver.making.lines", description="Make the lines of puzzles again."
    )
    parser.add_argument("file", nargs="?", type=Path, default=_FILE, help="by default the package's own")
    options = parser.parse_args(arguments)
    known = parse_puzzles(options.file.read_text(encoding="ascii"))
    made = [replace(each, play=play_of(each.moves, each.position, each.solution)) for each in known]
    options.file.write_text(print_puzzles(made), encoding="ascii", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(quietly(main))

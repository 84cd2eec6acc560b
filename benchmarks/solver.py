"""How fast the solver is: `python benchmarks/solver.py [--part PART] [--games N]`.

The parts of its output:

- `speed`: how many positions a second the search expands, how long a process takes to be ready if compiled
  code is in its cache, and how much memory it uses;
- `plies`: for each ply of games of strong players, the seconds for a move of the highest level, for the
  values of all moves, and for their distances, with the books and an empty table. Distances in a game that
  has just begun can take hours, so it stops after a minute and says in how many positions they were done by
  then. The players keep the value with nine moves out of ten, if it's known or found within a second, and the
  others are arbitrary;
- `reviews`: how long reviews of games of strong players take, cut after 24 moves, each with a new solver.

All times are CPU times unless the line says otherwise.
"""

import asyncio
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

# Started as a file, Python would look for `engine` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.table import heading, row
from bot.use_cases.reviews import make_review
from engine import Distances, Level, Move, Position, Record, RecordedMove, Ruleset, Solution
from engine.solver import Solver, Value
from engine.solver.levels import choose

ROOT = Path(__file__).parent.parent
SEED = 2026
SLIPS = 0.1
SECONDS_OF_PLAYERS = 1
MOST_SECONDS = 60.0
REVIEWED_MOVES = 24
KIBIBYTES_PER_MEBIBYTE = 1 << 10
READY = "from engine.solver import Solver; Solver()"
FULL = """
import resource
from engine import Position
from engine.solver import Solver
Solver(book=False).solve(Position.replay("pyrga", ["Cb1"]), nodes=25_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def timed(act: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    begin = process_time()
    act()
    return process_time() - begin


def level_8(position: Position) -> Move:
    """Return the move of the highest level."""
    return choose(position, Level.EIGHT, solver=Solver(), random=Random(SEED))


def strong_games(number: int) -> Iterator[list[Position]]:
    """Yield the unfinished positions of each of this many games, under the rulesets in turn."""
    random, player, rulesets = Random(SEED), Solver(), list(Ruleset)
    for index in range(number):
        yield strong_game(rulesets[index % len(rulesets)], player, random)


def strong_game(ruleset: Ruleset, solver: Solver, random: Random) -> list[Position]:
    """Return the unfinished positions of a game of strong players."""
    position = Position.start(ruleset)
    visited = []
    while legal := position.legal_moves:
        visited.append(position)
        moves = list(legal)
        if random.random() >= SLIPS:
            solution = solver.solve(position, seconds=SECONDS_OF_PLAYERS, line=False)
            known = [move for move in moves if solution.moves[move] is solution.value is not Value.UNKNOWN]
            moves = known or [move for move in moves if move == solution.best]
        position = position.play(random.choice(moves))
    return visited


def print_speed(games: int) -> None:
    """Print what doesn't depend on games."""
    del games
    heading("Speed and memory")
    solver = Solver(book=False)
    solver.solve(Position.start(), nodes=1)
    begin = process_time()
    solution = solver.solve(Position.start(), nodes=3_000_000, line=False)
    row("positions expanded in a second", solution.nodes / (process_time() - begin) / 1e6, "million")
    ready = []
    for _ in range(3):
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", READY], check=True, cwd=ROOT)  # noqa: S603 - our own
        ready.append(perf_counter() - begin)
    row("a new process has its solver, on the clock", min(ready), "s")
    full = [sys.executable, "-c", FULL]
    done = subprocess.run(full, check=True, cwd=ROOT, capture_output=True, text=True)  # noqa: S603 - our own
    row("memory of a process with a full table", int(done.stdout) / KIBIBYTES_PER_MEBIBYTE, "MiB")


def print_plies(games: int) -> None:
    """Print how long a move and an analysis take, by ply."""
    heading("Seconds: median, longest")
    visited = defaultdict(list)
    for game in strong_games(3 * games):
        for position in game:
            visited[position.ply].append(position)
    print("ply  positions     a move of level 8    the values of all moves    their distances    done %")
    for ply in sorted(visited, reverse=True):
        positions = visited[ply]
        moves = [timed(partial(level_8, position)) for position in positions]
        values = [timed(partial(Solver().solve, position, line=False)) for position in positions]
        done, distances = [], []
        for position in positions:
            begin = process_time()
            solution = Solver().solve(position, seconds=MOST_SECONDS, line=False, distances=Distances.ALL)
            distances.append(process_time() - begin)
            decided = [move for move, value in solution.moves.items() if value is not Value.DRAW]
            done.append(
                all(move in solution.distances and solution.distances[move].exact for move in decided)
            )
        spent = "   ".join(f"{median(each):10.3f} {max(each):10.3f}" for each in (moves, values, distances))
        print(f"{ply:3}  {len(positions):9}  {spent}  {100 * sum(done) / len(done):9.0f}", flush=True)


class ReviewingSolver:
    """A solver for reviews, in this process."""

    def __init__(self) -> None:
        self._solver = Solver()

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Solve a position for anyone."""
        del player_id
        return self._solver.solve(position, seconds=seconds, line=line, distances=distances)


def print_reviews(games: int) -> None:
    """Print how long reviews take."""
    heading(f"Reviews of games of {REVIEWED_MOVES} moves")
    spent, unknown, exact = [], 0, []
    for game in strong_games(3 * games):
        moves = [RecordedMove(position.last_move) for position in game if position.last_move]
        record = Record(game[0].ruleset, tuple(moves[:REVIEWED_MOVES]), None)
        begin = process_time()
        review = asyncio.run(make_review(record, ReviewingSolver(), 1, note=lambda _: None))
        spent.append(process_time() - begin)
        unknown += sum(not move.known for move in review.moves)
        distances = [move.distance_before for move in review.moves if move.distance_before]
        exact += [distance.exact is not None for distance in distances]
    row("seconds, median / longest", f"{median(spent):.2f} / {max(spent):.2f}", "s")
    row("moves without a value", f"{unknown}")
    row("distances that are exact", 100 * sum(exact) / len(exact), "%")


PARTS = {
    "speed": print_speed,
    "plies": print_plies,
    "reviews": print_reviews,
}


def main() -> None:
    """Print the tables."""
    parser = ArgumentParser()
    parser.add_argument("--part", choices=PARTS, help="only this table")
    parser.add_argument("--games", type=int, default=5, help="for each ruleset (default: 5)")
    options = parser.parse_args()
    for name, print_part in PARTS.items():
        if options.part in {None, name}:
            print_part(options.games)


if __name__ == "__main__":
    main()

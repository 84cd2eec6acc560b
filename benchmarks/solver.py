"""How fast the solver is: `python benchmarks/solver.py [--games N] [--first PLY]`.

It prints how many positions a second the search expands, how long a process takes to be ready if compiled
code is in its cache, how much memory it uses, and for each ply how long the values of all moves take, with
the book and an empty table. The positions are from games of strong players: nine moves out of ten keep the
value, if it's known or found within a second, and the others are arbitrary.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from engine import Position, Ruleset
from engine.solver import Solver, Value

ROOT = Path(__file__).parent.parent
SEED = 2025
SLIPS = 0.1
SECONDS_OF_PLAYERS = 1
KIBIBYTES_PER_MEBIBYTE = 1 << 10
READY = "from engine.solver import Solver; Solver()"
FULL = """
import resource
from engine import Position
from engine.solver import Solver
Solver(book=False).solve(Position.replay("pyrga", ["Cb1"]), nodes=25_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


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


def seconds_of(position: Position) -> tuple[float, float, int]:
    """Return the wall-clock and CPU seconds, and the nodes, for all moves."""
    solver = Solver()
    begin, begin_of_process = perf_counter(), process_time()
    solution = solver.solve(position, line=False)
    return perf_counter() - begin, process_time() - begin_of_process, solution.nodes


def percentile(ordered: list[float], share: float) -> float:
    """Return the smallest value that isn't exceeded by this share of all values."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def nodes_per_second() -> float:
    """Return the positions expanded per CPU second, from the start without a book."""
    solver = Solver(book=False)
    solver.solve(Position.start(), nodes=1)
    begin = process_time()
    solution = solver.solve(Position.start(), nodes=3_000_000, line=False)
    return solution.nodes / (process_time() - begin)


def seconds_to_be_ready() -> float:
    """Return how many seconds a new process takes to have a solver if its code is already compiled."""
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", READY], check=True, cwd=ROOT)  # noqa: S603 - our own
    return perf_counter() - begin


def mebibytes_of_a_process() -> float:
    """Return the peak memory of a process with one solver once its table is full."""
    command = [sys.executable, "-c", FULL]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)  # noqa: S603 - our own
    return int(done.stdout) / KIBIBYTES_PER_MEBIBYTE


def main() -> None:
    """Print the tables."""
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first ply to measure")
    options = parser.parse_args()
    print(f"nodes a second        {nodes_per_second() / 1e6:8.2f} million")
    print(f"ready with warm cache {min(seconds_to_be_ready() for _ in range(3)):8.2f} s", flush=True)
    print(f"memory, table full    {mebibytes_of_a_process():8.0f} MiB", flush=True)
    random, player = Random(SEED), Solver()
    rulesets = list(Ruleset)
    measured: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for number in range(options.games):
        for position in strong_game(rulesets[number % len(rulesets)], player, random):
            if position.ply >= options.first:
                measured[position.ply].append(seconds_of(position))
    print("                  seconds on the clock          of the processor        nodes")
    print("ply  positions    median      99 %      most    median      99 %       median         99 %")
    for ply, all_spent in sorted(measured.items()):
        clock, process, nodes = (sorted(column) for column in zip(*all_spent, strict=True))
        print(
            f"{ply:3}  {len(clock):9} {median(clock):9.3f} {percentile(clock, 0.99):9.3f} {clock[-1]:9.3f}"
            f" {median(process):9.3f} {percentile(process, 0.99):9.3f}"
            f" {median(nodes):12.0f} {percentile(nodes, 0.99):12.0f}"
        )


if __name__ == "__main__":
    main()

"""How well the highest level attacks and defends: `python benchmarks/distances.py`.

It prints

- for each ply from 8 on, in how many random lost positions with a choice the highest level plays a longest
  defense (as found by a search without a limit), and how long its moves take;
- how long its games against itself from the start are under each ruleset;
- for each ply of games of strong players, the CPU seconds for its move, for the values of all moves, and for
  their distances, with the books and an empty table. Distances in a game that has just begun can take hours,
  so it stops after a minute and says how many of the positions were done by then;
- the peak memory of all this.

`--part` only prints one of the three tables.
"""

import resource
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.solver import strong_game
from engine import Distances, Level, Move, Position, Ruleset
from engine.solver import Solver, Value
from engine.solver.levels import choose

SEED = 2026
FIRST_PLY, LAST_PLY = 8, 24
MOST_SECONDS = 60.0
KIBIBYTES_PER_MEBIBYTE = 1 << 10


def random_position(ruleset: Ruleset, ply: int, random: Random) -> Position:
    """Return a position after this many random moves with a choice of moves."""
    while True:
        position = Position.start(ruleset)
        while position.ply < ply and position.legal_moves:
            position = position.play(random.choice(position.legal_moves))
        if len(position.legal_moves) > 1:
            return position


def lost_positions(ply: int, solver: Solver, random: Random) -> Iterator[Position]:
    """Yield random lost positions of a ply whose moves hold out for different numbers of plies."""
    while True:
        for ruleset in Ruleset:
            position = random_position(ruleset, ply, random)
            solution = solver.solve(position, line=False, distances=Distances.ALL)
            if solution.value is Value.LOSS and len(set(solution.distances.values())) > 1:
                yield position


def timed(act: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    begin = process_time()
    act()
    return process_time() - begin


def level_8(position: Position, solver: Solver) -> Move:
    """Return the move of the highest level."""
    return choose(position, Level.EIGHT, solver=solver, random=Random(SEED))


def print_defenses(positions: int) -> None:
    """Print how often the longest defense was found, by ply."""
    judge = Solver()
    print("longest defense in random lost positions; seconds of the processor")
    print("ply  positions  found %   median     longest")
    for ply in range(FIRST_PLY, LAST_PLY + 1, 2):
        found, spent = 0, []
        lost = lost_positions(ply, judge, Random(SEED + ply))
        for position in (next(lost) for _ in range(positions)):
            player = Solver()
            begin = process_time()
            move = level_8(position, player)
            spent.append(process_time() - begin)
            truth = judge.solve(position, line=False, distances=Distances.ALL)
            found += truth.distances[move] == truth.distance
        print(
            f"{ply:3}  {positions:9} {100 * found / positions:8.1f} {median(spent):8.3f} {max(spent):8.3f}",
            flush=True,
        )


def print_own_games(games: int) -> None:
    """Print how many plies games of the highest level against itself have."""
    for ruleset in Ruleset:
        lengths: list[int] = []
        for _ in range(games):
            solver, position, random = Solver(), Position.start(ruleset), Random(SEED + len(lengths))
            while position.legal_moves:
                position = position.play(choose(position, Level.EIGHT, solver=solver, random=random))
            lengths.append(position.ply)
        print(f"{ruleset} against itself: {', '.join(map(str, lengths))} plies", flush=True)


def print_seconds(games: int) -> None:
    """Print how long a move and an analysis take, by ply."""
    random, player = Random(SEED), Solver()
    visited = defaultdict(list)
    for number in range(games):
        for position in strong_game(list(Ruleset)[number % len(Ruleset)], player, random):
            visited[position.ply].append(position)
    print("seconds of the processor: a move of level 8    the values of all moves   their distances, too")
    print("ply  positions            median   longest      median   longest      median   longest    done %")
    for ply in sorted(visited, reverse=True):
        print_ply(ply, visited[ply])


def print_ply(ply: int, positions: list[Position]) -> None:
    """Print how long it takes in these positions of a ply."""
    moves = [timed(partial(level_8, position, Solver())) for position in positions]
    values = [timed(partial(Solver().solve, position, line=False)) for position in positions]
    done, distances = [], []
    for position in positions:
        begin = process_time()
        solution = Solver().solve(position, seconds=MOST_SECONDS, line=False, distances=Distances.ALL)
        distances.append(process_time() - begin)
        decided = [move for move, value in solution.moves.items() if value is not Value.DRAW]
        done.append(all(move in solution.distances and solution.distances[move].exact for move in decided))
    figures = [figure for spent in (moves, values, distances) for figure in (median(spent), max(spent))]
    print(
        f"{ply:3}  {len(positions):9}      "
        + "  ".join(f"{figure:10.3f}" for figure in figures)
        + f" {100 * sum(done) / len(done):9.0f}",
        flush=True,
    )


def main() -> None:
    """Print the tables."""
    parser = ArgumentParser()
    parser.add_argument("--positions", type=int, default=100, help="lost positions for each ply")
    parser.add_argument(
        "--games", type=int, default=5, help="games against itself, and three times as many of others"
    )
    parser.add_argument("--part", choices=("games", "defenses", "seconds"), help="only this table")
    options = parser.parse_args()
    if options.part in (None, "games"):
        print_own_games(options.games)
    if options.part in (None, "defenses"):
        print_defenses(options.positions)
    if options.part in (None, "seconds"):
        print_seconds(3 * options.games)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIBIBYTES_PER_MEBIBYTE
    print(f"memory {memory:.0f} MiB")


if __name__ == "__main__":
    main()

"""How long the review of a game of 24 moves takes: `python benchmarks/review.py [--games N]`.

Wall-clock times go through ``Computer`` as the bot does, with the solver in its own process and a table of
the default size. "Cold" is a process started for this one game, including its start; "warm" is one process
that has reviewed the other games before. CPU times are those of a solver in this process, without the start.
The games are those of strong players, as in `benchmarks/solver.py`, cut after 24 moves.
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.solver import SEED, strong_game
from bot.computer import Computer
from bot.matches.review.making import Solver as SolverDoor
from bot.matches.review.making import make_review
from engine import Distances, Position, Record, RecordedMove, Review, Ruleset, Solution
from engine.solver import Solver
from engine.solver.compile_cache import default_cache_folder
from engine.solver.solver import DEFAULT_TABLE_MEGABYTES

MOVES = 24
WHO = 1


def games(number: int) -> list[Record]:
    """Return this many games of strong players, each cut after 24 moves."""
    random, player, rulesets = Random(SEED), Solver(), list(Ruleset)
    found: list[Record] = []
    while len(found) < number:
        ruleset = rulesets[len(found) % len(rulesets)]
        visited = strong_game(ruleset, player, random)
        moves = [RecordedMove(position.last_move) for position in visited if position.last_move]
        if len(moves) >= MOVES:
            found.append(Record(ruleset, tuple(moves[:MOVES]), None))
    return found


class Local:
    """A solver in this process."""

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


def ignore(done: int) -> None:
    """Ignore the progress of a review."""
    del done


async def measured(record: Record, solver: SolverDoor, clock: Callable[[], float]) -> tuple[float, Review]:
    """Return the seconds of a review, and the review."""
    begin = clock()
    review = await make_review(record, solver, WHO, note=ignore)
    return clock() - begin, review


async def by_worker(records: list[Record]) -> list[tuple[float, Review]]:
    """Return the wall-clock times of these reviews, one after another in one process."""
    computer = Computer(megabytes=DEFAULT_TABLE_MEGABYTES, cache_folder=default_cache_folder())
    spent = [await measured(record, computer, perf_counter) for record in records]
    await computer.close()
    return spent


async def here(records: list[Record]) -> list[tuple[float, Review]]:
    """Return the CPU times of these reviews, one after another with one solver."""
    solver = Local()
    return [await measured(record, solver, process_time) for record in records]


def exact_share(reviews: list[Review]) -> float:
    """Return the share of these reviews' won and lost positions whose distance is known exactly."""
    distances = [move.distance_before for review in reviews for move in review.moves if move.distance_before]
    return sum(distance.exact is not None for distance in distances) / len(distances)


def main() -> None:
    """Print the table."""
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=12)
    records = games(parser.parse_args().games)
    print(f"{len(records)} games of {MOVES} moves, in seconds")
    print("                     median      most   unknown moves   exact distances")
    for name, measure in (("clock", by_worker), ("processor", here)):
        cold = [spent for record in records for spent in asyncio.run(measure([record]))]
        for table, results in (("cold", cold), ("warm", asyncio.run(measure(records)))):
            seconds = [spent for spent, _ in results]
            unknown = sum(not move.known for _, review in results for move in review.moves)
            figures = f"{median(seconds):9.2f} {max(seconds):9.2f} {unknown:9}"
            print(
                f"{name:10} {table:6} {figures} {exact_share([review for _, review in results]):18.0%}",
                flush=True,
            )


if __name__ == "__main__":
    main()

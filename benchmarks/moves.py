"""What a move costs in the store: `python benchmarks/moves.py`.

It plays moves in an SQLite file, without Discord and without pictures. The statements that nearly every click
runs are given to the driver directly (`bot/store/connections/prepared.py`), unless something listens to
SQLAlchemy's events. So the same moves are played with a listener, too, in turns, and the best of several
rounds counts.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice, permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import Engine, event

from benchmarks.click_load.games import GUILD, new_games
from benchmarks.click_load.seeding import seed
from benchmarks.subjects import SEED, row
from bot.clock import SystemClock
from bot.matches.games.games import Games
from bot.settings import Settings
from bot.store.connections.database import Database

DIRECT, USUAL = "given to the driver directly", "run by SQLAlchemy"

MOVES = 8
"""The number of moves in each game. The end of a game costs many times as much, and none ends this early."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds for a move: the processor time of the event loop's thread, and the time that passes."""

    processor: float
    passing: float


@contextmanager
def listener() -> Iterator[None]:
    """Have something listen to SQLAlchemy's events until the block ends."""

    def ignore(*_: object) -> None:
        """Do nothing."""

    event.listen(Engine, "before_cursor_execute", ignore)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", ignore)


async def play(games: Games, numbers: range, chance: random.Random) -> Cost:
    """Play a random move in each of these games, one after another."""
    processor = passing = 0.0
    for number in numbers:
        game = await games.get(number)
        move = str(chance.choice(game.position.legal_moves))
        began, before = time.perf_counter(), time.thread_time()
        await games.play(number, game.revision, move, game.to_move.id)
        processor += time.thread_time() - before
        passing += time.perf_counter() - began
    return Cost(1000 * processor / len(numbers), 1000 * passing / len(numbers))


async def measure(url: str, stored: int) -> dict[str, list[Cost]]:
    """Play in all games, a move in each in turn: half of the moves with a listener."""
    database = Database(Settings(database_url=url).database())
    games, chance = Games(database, SystemClock()), random.Random(SEED)
    costs: dict[str, list[Cost]] = {DIRECT: [], USUAL: []}
    halves = range(1, stored // 2 + 1), range(stored // 2 + 1, stored + 1)
    for ways in islice(cycle(permutations(costs)), MOVES):
        for way, half in zip(ways, halves, strict=True):
            with listener() if way is USUAL else nullcontext():
                costs[way].append(await play(games, half, chance))
    await database.close()
    return costs


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Play moves in an SQLite file.")
    parser.add_argument("--games", type=int, default=600, help="games that are played (default: 600)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pyrga-moves-") as folder:
        url = f"sqlite:///{Path(folder) / 'pyrga.db'}"
        seed(url, new_games(options.games, [GUILD]), datetime.now(UTC))
        costs = asyncio.run(measure(url, options.games))
    for name, rounds in costs.items():
        print(f"A move, with the statements of every move {name}")
        row("processor time of the event loop's thread", min(cost.processor for cost in rounds), "ms")
        row("time that passes", min(cost.passing for cost in rounds), "ms")


if __name__ == "__main__":
    main()

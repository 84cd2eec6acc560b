"""What the game of the day asks of people and of the solver: `python benchmarks/daily_games.py`.

For each of `--days` days it makes the start as the bot does, and says how many CPU seconds that took. Then
`--people` people play it against the day's level. Their strengths are spread evenly over the computer's eight
levels, so each plays as their level would. It prints how much of the value they kept, how long the games
were, and which share was perfect or kept under half.

With `--boards`, it instead measures how long it takes in simcord until someone has their board after
`/pyrga today`, and after `/pyrga play`, in turns.
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

# Started as a file, Python would look for `bot` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

import simcord

from bot.app import create_client
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.daily_games.starts import LEVELS, choose_course
from bot.values.game.daily_games import day_at
from bot.values.game.daily_results import Square
from engine import Distances, Level, Position, Ruleset, Solution, Value
from engine.solver import Solver
from engine.solver.levels import choose
from tests.bot.clocks import StandingClock
from tests.bot.servers import ONE_SHARD, furnish
from tests.bot.use_cases.made_days import make_day

_FIRST = date(2026, 12, 1)
_WORTH = {Square.KEPT: 1.0, Square.LITTLE: 0.5, Square.AWAY: 0.0}


@dataclass
class Local:
    """The solver in this process, which remembers the positions that it was asked about."""

    solver: Solver = field(default_factory=lambda: Solver(table_megabytes=128))
    known: dict[Position, Solution] = field(default_factory=dict)

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        """Return the values of a position, as the bot's own solver does."""
        del player_id
        return self.solver.solve(position, **wanted)

    def exact(self, position: Position) -> Solution:
        """Return all values, and how far the end is if the game is won."""
        if position not in self.known:
            found = self.solver.solve(position, seconds=10, line=False)
            if found.value is Value.WIN:
                found = self.solver.solve(position, seconds=0.5, line=False, distances=Distances.ALL)
            self.known[position] = found
        return self.known[position]


def played(start: Position, mine: Level, theirs: Level, local: Local, random: Random) -> tuple[str, int]:
    """Return the squares of a game from a start, and how many plies it took."""
    position, squares = start, ""
    while position.outcome() is None:
        own = position.turn is start.turn
        move = choose(position, mine if own else theirs, solver=local.solver, random=random, seconds=0.2)
        if own:
            squares += _square(local.exact(position), move)
        position = position.play(move)
    return squares, position.ply - start.ply


def _square(found: Solution, move: Any) -> Square:
    value = found.moves[move]
    if value is not found.value:
        return Square.LITTLE if (found.value, value) == (Value.WIN, Value.DRAW) else Square.AWAY
    far, soonest = found.distances.get(move), found.distance
    if value is not Value.WIN or far is None or soonest is None:
        return Square.KEPT
    return Square.LITTLE if far.at_least > soonest.at_most else Square.KEPT


async def main(days: int, people: int) -> None:
    """Simulate the days and print the figures."""
    local, used, seconds, kept, plies = Local(), set[Position](), list[float](), list[float](), list[int]()
    # Whatever has to be compiled isn't part of the figures.
    local.solver.solve(Position.replay(Ruleset.PYRGA, ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1"]))
    for number in range(days):
        began, day = process_time(), _FIRST + timedelta(days=number)
        course = await choose_course(Random(number), local, used)
        seconds.append(process_time() - began)
        start = Position.replay(Ruleset.PYRGA, (course or "").split())
        used.add(start.canonical())
        level = Level(LEVELS[day.weekday()])
        for person in range(people):
            mine = Level(person % len(Level) + 1)
            squares, length = played(start, mine, level, local, Random(f"{number} {person}"))
            kept.append(mean(_WORTH[Square(each)] for each in squares))
            plies.append(length)
        print(day, course, f"level {level}", f"{seconds[-1]:.1f} s", Counter(map(round_up, kept[-people:])))
    print(f"{len(used)} starts on {days} days; CPU s: median {median(seconds):.1f}, most {max(seconds):.1f}")
    print(f"plies: median {median(plies)}, most {max(plies)}; kept: median {median(kept):.0%}")
    perfect, low = (sum(test) / len(kept) for test in ([x == 1 for x in kept], [x < _HALF for x in kept]))
    print(f"perfect: {perfect:.1%}; under half: {low:.1%}")


async def measure_boards(people: int) -> None:
    """Print the median time until someone has a board of the game of the day, or of another game."""
    times: dict[str, list[float]] = {"today": [], "play": []}
    with TemporaryDirectory() as name:
        settings = Settings(database_url=f"sqlite:///{name}/pyrga.db", solver_megabytes=16)
        client = create_client(settings, clock=StandingClock(), pause=0, shards=ONE_SHARD)
        async with simcord.run(client, settle_timeout=60) as env:
            server = furnish(env, client, settings, StandingClock())
            database = Database(settings.database())
            await make_day(database, day_at(server.clock.now()))
            await database.close()
            for number in range(people):
                member = server.guild.add_member(env.create_user(f"member{number}"))
                for command, options in (("today", {}), ("play", {"level": 1, "color": "white"})):
                    began = perf_counter()
                    await member.slash(server.channel, f"pyrga {command}", **options)
                    times[command].append(perf_counter() - began)
            await client.close()
    today, play = (median(each) for each in times.values())
    print(f"/pyrga today: {today * 1000:.0f} ms; /pyrga play: {play * 1000:.0f} ms; {today / play:.2f} times")


def round_up(share: float) -> int:
    """Return a share in tenths."""
    return round(share * 10)


_HALF = 0.5

if __name__ == "__main__":
    parser = ArgumentParser(description="Simulate a month of games of the day.")
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--boards", action="store_true")
    options = parser.parse_args()
    asyncio.run(measure_boards(options.people) if options.boards else main(options.days, options.people))

"""How much code a click passes: `python benchmarks/path.py`, and `--list click` to see which.

The whole bot runs in simcord on an SQLite file of its own, and does each thing four times, with other people
in another channel. The first time fills caches; of the others, the one with the fewest functions counts,
because a job may run during one of them.

What's counted is what Python enters on the main thread, in files under `bot/` and `engine/`, from the moment
when the click or the command arrives, or the clock is looked at, until the bot has nothing left to do:

- **files**, and **functions** in them. Methods, lambdas, comprehensions and generator expressions are
  functions, too (since Python 3.12, most comprehensions aren't). What a dataclass generates is in no file.
- **calls** of these functions. A coroutine or a generator that goes on after a pause isn't called again.
- **changes of file**: calls of a function in another file than the one called before.

Libraries, `render/`, and what runs in other threads and processes (drawing, SQLite, the solver) aren't
counted. simcord answers requests before they become HTTP, so neither are the bot's hooks in aiohttp.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

# Started as a file, Python would look for `engine` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

import simcord

from bot.app import create_client
from bot.jobs.due import do_due
from bot.logs import configure_logs
from bot.settings import LogLevel, Settings
from engine import puzzles
from tests import compiled_solver
from tests.bot.clocks import StandingClock
from tests.bot.servers import ONE_SHARD, Server, answer, furnish
from tests.bot.whole.scenes import CLOCK, COMPUTER, PLAY, arrange, live, pass_time
from tests.bot.whole.test_leaderboards import list_players

ROOT = Path(__file__).parent.parent

TIMES = 4
"""How often each thing is done."""

AWAY = timedelta(seconds=20)
"""Time since the players were last seen at the board. They're still there, but it's noted again."""

LISTED = 3
"""Number of players on the leaderboard."""

MEGABYTES = 16
"""Size of the solver's table."""

PATIENCE = 60.0
"""Maximum number of seconds until the bot has nothing left to do."""

COUNTED = ("bot", "engine")

Step = Callable[[], Awaitable[object]]
"""A click, a command, or a look at the clock."""


@dataclass(slots=True)
class Trace:
    """How often the functions of each file were called, in the order of their first calls."""

    calls: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    changes: int = 0
    _last: str = ""

    @property
    def functions(self) -> int:
        """Return the number of functions."""
        return sum(map(len, self.calls.values()))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this thread during the block."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and not _goes_on(frame) and (file := _file_of(frame.f_code)):
            self.calls[file][frame.f_code.co_qualname] += 1
            self.changes += file != self._last
            self._last = file


def _goes_on(frame: FrameType) -> bool:
    """Return whether a function goes on after a pause, by the argument of its instruction RESUME."""
    return frame.f_code.co_code[frame.f_lasti + 1] != 0


@cache
def _file_of(code: CodeType) -> str | None:
    """Return the path of a function's file inside the project, or None if it isn't counted."""
    file = Path(code.co_filename)
    if not file.is_relative_to(ROOT) or file.relative_to(ROOT).parts[0] not in COUNTED:
        return None
    return file.relative_to(ROOT).as_posix()


async def click(server: Server) -> Step:
    """Click a move in a game without a clock."""
    scene = await arrange(server, PLAY)
    button = scene.move_button(await scene.move())
    return lambda: scene.press(scene.ada, button)


async def timeout(server: Server) -> Step:
    """Look at the clock when a player has just run out of time, so that the other one can claim the win."""
    scene = await arrange(server, PLAY, move_seconds=int(CLOCK.total_seconds()))
    await scene.press(scene.ada, scene.move_button(await scene.move()))
    # The notification of the move comes due first.
    await live(server, CLOCK / 2)
    await pass_time(server, CLOCK / 2)
    return lambda: do_due(server.client)


async def puzzle(server: Server) -> Step:
    """Click the solution of an open puzzle."""
    wanted = puzzles()[0]
    ada = (await arrange(server, PLAY)).ada
    opened = answer(await ada.slash(server.channel, "pyrga-learn puzzle", code=wanted.number))
    return lambda: server.press_unoffered((ada, opened, f"puzzle-move:{wanted.number}::0:{wanted.solution}"))


async def leaderboard(server: Server) -> Step:
    """Give the command in a server where some players have a rating."""
    ada, *_ = await list_players(server, LISTED)
    return lambda: ada.slash(server.channel, "pyrga leaderboard")


async def computer(server: Server) -> Step:
    """Click a move in a game with the computer, which moves, too."""
    scene = await arrange(server, COMPUTER)
    button = scene.move_button(await scene.move())
    return lambda: scene.press(scene.ada, button)


PREPARED: dict[str, Callable[[Server], Awaitable[Step]]] = {
    "click": click,
    "timeout": timeout,
    "puzzle": puzzle,
    "leaderboard": leaderboard,
    "computer": computer,
}


async def trace_all(names: Sequence[str]) -> dict[str, Trace]:
    """Do these things one after another."""
    with tempfile.TemporaryDirectory(prefix="pyrga-path-") as folder:
        settings = Settings(
            database_url=f"sqlite:///{folder}/pyrga.db",
            solver_megabytes=MEGABYTES,
            log_level=LogLevel.WARNING,
        )
        configure_logs(settings)
        if "computer" in names:
            settings.solver_folder().symlink_to(compiled_solver.folder())
        clock = StandingClock()
        client = create_client(settings, clock=clock, pause=0, shards=ONE_SHARD)
        async with simcord.run(client, settle_timeout=PATIENCE) as env:
            server = furnish(env, client, settings, clock)
            traces = {name: await trace(server, PREPARED[name]) for name in names}
            await client.close()
    return traces


async def trace(server: Server, prepare: Callable[[Server], Awaitable[Step]]) -> Trace:
    """Do one thing several times."""
    traces = []
    for _ in range(TIMES):
        step = await prepare(server)
        await pass_time(server, AWAY)
        traced = Trace()
        with traced.watching():
            await step()
            await server.env.settle()
        traces.append(traced)
    return min(traces[1:], key=lambda each: each.functions)


def print_counts(traces: Mapping[str, Trace]) -> None:
    """Print how much each thing passes."""
    print(f"{'':12}{'files':>8}{'functions':>12}{'calls':>8}{'changes of file':>18}")
    for name, traced in traces.items():
        calls = sum(each.total() for each in traced.calls.values())
        print(f"{name:12}{len(traced.calls):>8}{traced.functions:>12}{calls:>8,}{traced.changes:>18,}")


def print_functions(traced: Trace) -> None:
    """Print each file and its functions in the order of their first calls, with the numbers of calls."""
    for file, functions in traced.calls.items():
        print(file)
        for name, calls in functions.items():
            print(f"{calls:>8} {name}")


def main() -> None:
    """Print the table, or the files and functions of one thing."""
    parser = argparse.ArgumentParser(description="Count the code that a click and other things pass.")
    parser.add_argument("--list", choices=PREPARED, help="print the files and functions of one of them")
    wanted = parser.parse_args().list
    compiled_solver.make_folder()
    try:
        if wanted in {None, "computer"}:
            compiled_solver.compile_once()
        traces = asyncio.run(trace_all([wanted] if wanted else [*PREPARED]))
    finally:
        compiled_solver.remove_folder()
    print_counts(traces)
    if wanted:
        print_functions(traces[wanted])


if __name__ == "__main__":
    main()

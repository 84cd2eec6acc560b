"""The part of the table about the database alone: how many moves it can take, and what it does meanwhile."""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.click_load.databases import NewDatabase
from benchmarks.click_load.games import new_games
from benchmarks.click_load.processes import ROOT
from benchmarks.click_load.seeding import seed
from benchmarks.click_load.table import Table
from benchmarks.growing.server_load import RUNNING, ServerLoad, watched

_GAMES_PER_SECOND = 40
"""Number of games prepared for each mover and second."""


@dataclass(frozen=True, slots=True)
class _Moved:
    """What all movers did in ``seconds``, and what the server did meanwhile."""

    moves: int
    seconds: float
    movers_cpu: float
    server: ServerLoad


async def report_database(
    table: Table, new_database: NewDatabase, movers: Sequence[int], seconds: float
) -> None:
    """Have different numbers of processes play moves, each time in a new database."""
    for number in movers:
        with tempfile.TemporaryDirectory(prefix="pyrga-growth-") as folder:
            moved = await _measure(new_database(Path(folder)), number, seconds)
        _print(table, number, moved)


async def _measure(url: str, movers: int, seconds: float) -> _Moved:
    games = round(_GAMES_PER_SECOND * seconds)
    seed(url, new_games(games * movers), datetime.now(UTC))
    async with watched(url) as load:
        played = await asyncio.gather(
            *(_mover(url, 1 + games * index, games * (index + 1), seconds) for index in range(movers))
        )
    return _Moved(sum(moves for moves, _ in played), seconds, sum(cpu for _, cpu in played), load)


async def _mover(url: str, first: int, last: int, seconds: float) -> tuple[int, float]:
    arguments = ["-m", "benchmarks.growing.mover", url, str(first), str(last), str(seconds)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError("a mover failed")
    moves, cpu = output.split()
    return int(moves), float(cpu)


def _print(table: Table, movers: int, moved: _Moved) -> None:
    table.heading(f"The database alone, {movers} processes ({moved.moves:,} moves)")
    table.row("moves per second", f"{moved.moves / moved.seconds:,.0f}")
    server, own = moved.server.cpu_seconds, moved.movers_cpu
    costs = " / ".join(f"{1000 * cpu / moved.moves:.2f}" for cpu in (server, own))
    table.row("CPU per move, server / processes (ms)", costs)
    table.row("moves that one core of the server could take per second", f"{moved.moves / server:,.0f}")
    table.row("cores in use, server / processes", f"{server / moved.seconds:.2f} / {own / moved.seconds:.2f}")
    waits = moved.server.longest_wait()
    table.row("statements under way that were running", f"{moved.server.share(RUNNING):.0%}")
    table.row("most frequent wait", f"{waits} ({moved.server.share(waits):.0%})" if waits else "none")

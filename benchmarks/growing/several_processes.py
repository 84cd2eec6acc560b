"""The part of the table about whole bots: several processes with a shard each, which share one database."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from benchmarks.click_load.closed_loop import Load, click_along, games_for
from benchmarks.click_load.contestants import Pyrga
from benchmarks.click_load.databases import NewDatabase
from benchmarks.click_load.figures import Figures
from benchmarks.click_load.stage import stage
from benchmarks.click_load.table import Table
from benchmarks.growing.server_load import ServerLoad, watched


@dataclass(frozen=True, slots=True)
class _Clicked:
    """What happened during a load.

    ``server`` is the database's, and ``players_cpu`` the CPU time in seconds of the players and of the
    stand-in for Discord. Both include the warm-up; ``measured`` is the share (0 to 1) of the time after it.
    """

    figures: Figures
    server: ServerLoad
    players_cpu: float
    measured: float


async def report_processes(
    table: Table, new_database: NewDatabase, processes: Sequence[int], load: Load
) -> None:
    """Put the same load on different numbers of processes."""
    for number in processes:
        _print(table, number, load, await _measure(new_database, number, load))


async def _measure(new_database: NewDatabase, processes: int, load: Load) -> _Clicked:
    with tempfile.TemporaryDirectory(prefix="pyrga-growth-") as folder:
        beside = new_database(Path(folder))
    async with stage(Pyrga(new_database, processes=processes), games_for(load)) as prepared:
        before = process_time()
        async with watched(beside) as server:
            figures = await click_along(prepared, load)
        players_cpu = process_time() - before
    return _Clicked(figures, server, players_cpu, load.seconds / (load.warm_up + load.seconds))


def _print(table: Table, processes: int, load: Load, clicked: _Clicked) -> None:
    figures = clicked.figures
    table.heading(f"{processes} processes, {load.games} games at once ({len(figures.clicks):,} clicks)")
    table.row("clicks per second", f"{figures.clicks_per_second:.1f}")
    own = figures.cpu_seconds
    server, players = clicked.server.cpu_seconds * clicked.measured, clicked.players_cpu * clicked.measured
    costs = " / ".join(f"{1000 * cpu / figures.shown:.1f}" for cpu in (own, server, players))
    table.row("CPU per click, bot / database / players and stand-in (ms)", costs)
    table.row("clicks per second and core of the bot", f"{figures.shown / own:.1f}")
    table.row("clicks per second and core of the database", f"{figures.shown / server:.0f}")
    shown = " / ".join(f"{figures.until_shown(share):,.0f}" for share in (0.5, 0.9, 0.99))
    table.row("until the new board, p50 / p90 / p99 (ms)", shown)
    table.row("clicks that failed or went unanswered", f"{figures.failed:,}", "0")

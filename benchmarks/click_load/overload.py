"""The part of the table about overload: more clicks than the bot can answer."""

import asyncio
import math
from dataclasses import dataclass
from time import monotonic

from benchmarks.click_load.closed_loop import Load, click_along, games_for
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.figures import percentile
from benchmarks.click_load.open_loop import GAMES, OpenLoop
from benchmarks.click_load.processes import ProcessUnderTest
from benchmarks.click_load.stage import Stage, stage
from benchmarks.click_load.table import Table

_FACTOR = 4
"""Clicks offered, as a multiple of those that the bot can answer."""

_PATIENCE = 60.0
"""Seconds that a player waits for a board."""

_ALONE, _IN_A_ROW = 20, 3
"""Clicks made alone before the overload, and how many after it have to be as fast as the slowest of them."""

_LONGEST_RECOVERY = 120.0
"""Seconds."""

_SAMPLING = 0.5
"""Seconds between two looks at the memory."""


@dataclass(slots=True)
class _Memory:
    """The largest resident memory seen so far, in MB."""

    peak: float = 0.0

    async def watch(self, process: ProcessUnderTest) -> None:
        """Look again and again, until canceled."""
        while True:
            self.peak = max(self.peak, process.resident_megabytes())
            await asyncio.sleep(_SAMPLING)


async def report_overload(table: Table, bot: Contestant, capacity: Load, seconds: float) -> None:
    """Find the bot's capacity with a load, then offer a multiple of that for ``seconds``."""
    spare = games_for(Load(GAMES, 0, seconds + _LONGEST_RECOVERY))
    async with stage(bot, games_for(capacity) + spare) as prepared:
        rate = _FACTOR * (await click_along(prepared, capacity)).clicks_per_second
        usual = max([await _click_alone(prepared) for _ in range(_ALONE)])
        before, memory = prepared.process.resident_megabytes(), _Memory()
        overload = OpenLoop(prepared, rate, _PATIENCE)
        watching = asyncio.create_task(memory.watch(prepared.process))
        await overload.run(seconds)
        recovery, _ = await asyncio.gather(_recovery(prepared, usual), overload.finish())
        watching.cancel()
        after = prepared.process.resident_megabytes()
    clicks = overload.clicks
    table.heading(f"{rate:.0f} clicks per second for {seconds:.0f} s: {_FACTOR} times the capacity")
    table.row(
        "clicks made / not possible, as all games were waiting", f"{len(clicks):,} / {overload.held_back:,}"
    )
    table.row("clicks lost", f"{sum(click.failed for click in clicks):,}", "0")
    shown = [
        1000 * percentile([click.shown for click in clicks if click.shown], share) for share in (0.5, 0.99)
    ]
    table.row("until the new board, p50 / p99 (ms)", f"{shown[0]:,.0f} / {shown[1]:,.0f}")
    table.row(
        "memory before / highest / after (MB)", f"{before:.0f} / {memory.peak:.0f} / {after:.0f}", "no growth"
    )
    table.row("back to normal after (s)", f"{recovery:.1f}", "5")


async def _click_alone(prepared: Stage) -> float:
    """Seconds until the board comes, in a new game; infinity if it doesn't."""
    return (await prepared.clickers.click(prepared.new_game(), _PATIENCE)).shown or math.inf


async def _recovery(prepared: Stage, usual: float) -> float:
    """Seconds until clicks get their boards in the usual time again; infinity if that takes too long."""
    began = monotonic()
    row, first = 0, 0.0
    while (passed := monotonic() - began) < _LONGEST_RECOVERY:
        row = row + 1 if await _click_alone(prepared) <= usual else 0
        if row == 1:
            first = passed
        if row == _IN_A_ROW:
            return first
    return math.inf

"""The part of the table about overload: more clicks than the bot can answer."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from benchmarks.click_load.clickers import Click
from benchmarks.click_load.closed_loop import Load, click_along, games_for
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.figures import percentile
from benchmarks.click_load.open_loop import OpenLoop
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


@dataclass(frozen=True, slots=True)
class _Findings:
    """How an overload went. ``recovery`` is in seconds; ``megabytes`` before it, at most, and after it."""

    clicks_per_second: float
    clicks: Sequence[Click]
    held_back: int
    megabytes: tuple[float, float, float]
    recovery: float

    @property
    def lost(self) -> int:
        """Clicks that got an error, no answer in time, or no board in time."""
        return sum(click.failed for click in self.clicks)

    def until_shown(self, share: float) -> float:
        """Milliseconds until this share (0 to 1) of the clicks had a new board."""
        return 1000 * percentile([click.shown for click in self.clicks if click.shown], share)


async def report_overload(table: Table, bot: Contestant, capacity: Load, games: int, seconds: float) -> None:
    """Find the bot's capacity with a load, then offer a multiple of that to ``games`` for ``seconds``."""
    spare = games_for(Load(games, 0, seconds + _LONGEST_RECOVERY))
    async with stage(bot, games_for(capacity) + spare) as prepared:
        rate = (await click_along(prepared, capacity)).clicks_per_second
        if not rate:
            raise RuntimeError("no click was answered in time: measure for longer")
        found = await _overload(prepared, games, _FACTOR * rate, seconds)
    offered = f"{found.clicks_per_second:.0f} clicks per second for {seconds:.0f} s"
    table.heading(f"Overload of {games} games: {offered}, {_FACTOR} times the capacity")
    made = f"{len(found.clicks):,} / {found.held_back:,}"
    table.row("clicks made / not possible, as all games were waiting", made)
    table.row("clicks lost", f"{found.lost:,}", "0")
    shown = f"{found.until_shown(0.5):,.0f} / {found.until_shown(0.99):,.0f}"
    table.row("until the new board, p50 / p99 (ms)", shown)
    memory = " / ".join(f"{megabytes:.0f}" for megabytes in found.megabytes)
    table.row("memory before / highest / after (MB)", memory, "no growth")
    table.row("back to normal after (s)", f"{found.recovery:.1f}", "5")


async def _overload(prepared: Stage, games: int, clicks_per_second: float, seconds: float) -> _Findings:
    prober = _Prober(prepared)
    usual = max([await prober.click() for _ in range(_ALONE)])
    before = prepared.process.resident_megabytes()
    overload = OpenLoop(prepared, games, clicks_per_second, _PATIENCE)
    highest = asyncio.create_task(_highest_memory(prepared.process, overload))
    await overload.run(seconds)
    recovery, _ = await asyncio.gather(_recovery(prober, usual), overload.finish())
    after = prepared.process.resident_megabytes()
    return _Findings(
        clicks_per_second,
        overload.clicks,
        overload.held_back,
        (before, max(await highest, after), after),
        recovery,
    )


async def _highest_memory(process: ProcessUnderTest, overload: OpenLoop) -> float:
    """The largest resident memory, in MB, until the overload is over."""
    highest = 0.0
    while not overload.is_over:
        highest = max(highest, process.resident_megabytes())
        await asyncio.sleep(_SAMPLING)
    return highest


class _Prober:
    """Clicks one move at a time, to find out how long that takes."""

    def __init__(self, prepared: Stage) -> None:
        self._prepared = prepared
        self._game = prepared.new_game()

    async def click(self) -> float:
        """Seconds until the board comes; infinity if it doesn't."""
        click = await self._prepared.clickers.click(self._game, _PATIENCE)
        if click.failed or self._game.is_over:
            self._game = self._prepared.new_game()
        return math.inf if click.shown is None else click.shown


async def _recovery(prober: _Prober, usual: float) -> float:
    """Seconds until clicks get their boards in the usual time again; infinity if that takes too long."""
    began = monotonic()
    row, first = 0, 0.0
    while (passed := monotonic() - began) < _LONGEST_RECOVERY:
        row = row + 1 if await prober.click() <= usual else 0
        if row == 1:
            first = passed
        if row == _IN_A_ROW:
            return first
    return math.inf

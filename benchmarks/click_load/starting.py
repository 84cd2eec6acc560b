"""The part of the table about the start."""

from benchmarks.click_load.contestants import Contestant, Floor
from benchmarks.click_load.stage import stage
from benchmarks.click_load.table import Table

_RUNS = 3
"""The fastest counts, since it's the one least disturbed by other programs."""


async def report_start(table: Table, bot: Contestant) -> None:
    """Start the bot on an up-to-date database, and the floor."""
    table.heading("From the start of the process until the first board can be drawn")
    table.row("the bot (s)", f"{await _seconds(bot):.2f}", "under 1.5")
    table.row("the floor (s)", f"{await _seconds(Floor()):.2f}")


async def _seconds(contestant: Contestant) -> float:
    seconds = []
    for _ in range(_RUNS):
        async with stage(contestant, games=1) as prepared:
            seconds.append(prepared.process.start_seconds)
    return min(seconds)

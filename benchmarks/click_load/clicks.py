"""The part of the table about clicks: how fast they're answered, and what they cost."""

from collections.abc import Sequence

from benchmarks.click_load.contestants import Contestant, floor
from benchmarks.click_load.loads import Figures, Load, measure
from benchmarks.table import heading, row

COMPARED = 30
"""Games at once when the bot is compared with the floor."""

_LAST = 0.99
"""Few clicks wait longer than this share (0 to 1) of all."""

_MOST_CPU, _MOST_CPU_ON_TWO = "at most 1.7", "at most 1.6"
_LONGEST, _LONGEST_BY_CHANCE = "at most 1.5", "at most 3"


async def report_clicks(bots: Sequence[Contestant], loads: Sequence[Load], compared: Load) -> None:
    """Put each load on each of the bots, and one on the floor before and after that."""
    before = await _report(floor(), compared)
    found = [(bot, load, await _report(bot, load)) for bot in bots for load in loads]
    after = await _report(floor(), compared)
    # The mean of two runs, since other programs may slow the machine down now and then.
    cpu = (before.cpu_per_click + after.cpu_per_click) / 2
    wait = (before.until_shown(_LAST) + after.until_shown(_LAST)) / 2
    heading(f"Relative to the floor with {compared}")
    on_one = {load: figures for bot, load, figures in found if bot.places == 1 and not bot.cup}
    for bot, load, figures in found:
        name = f"{bot.name}, {load}"
        if bot.places > 1 and load in on_one:
            ratio = figures.cpu_per_click / on_one[load].cpu_per_click
            row(f"{name}: CPU per click, relative to one board", ratio, "times", _MOST_CPU_ON_TWO)
            continue
        row(f"{name}: CPU per click", figures.cpu_per_click / cpu, "times", _MOST_CPU)
        target = _LONGEST_BY_CHANCE if load.rate else _LONGEST if load.games == COMPARED else ""
        row(f"{name}: p99 until the new board", figures.until_shown(_LAST) / wait, "times", target)


async def _report(contestant: Contestant, load: Load) -> Figures:
    """Put a load on a contestant, and print its figures."""
    figures = await measure(contestant, load)
    heading(f"{contestant.name}, {load} ({len(figures.clicks):,} clicks)")
    row("clicks per second", figures.clicks_per_second)
    shown = " / ".join(f"{figures.until_shown(share):,.0f}" for share in (0.5, 0.9, _LAST, 1.0))
    row("until the new board, p50 / p90 / p99 / max", shown, "ms")
    row("clicks that failed or went unanswered", f"{figures.failed:,}", "", "0")
    row("CPU per click", figures.cpu_per_click, "ms")
    if contestant.server is not None:
        row("CPU per click, database server", figures.server_cpu_per_click, "ms")
    return figures

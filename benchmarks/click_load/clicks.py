"""The part of the table about clicks: how fast they're answered, and what they cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.click_load.closed_loop import Load, measure
from benchmarks.click_load.contestants import Contestant, Floor
from benchmarks.click_load.table import Table

COMPARED = 30
"""Games at once when the bot is compared with the floor."""


@dataclass(frozen=True, slots=True)
class _Targets:
    """By games at once."""

    clicks_per_second: Mapping[int, str] = field(default_factory=dict)
    longest: Mapping[int, str] = field(default_factory=dict)


_OF_BOT = _Targets({30: "at least 100", 100: "at least 100"}, {30: "under 400", 100: "under 1,200"})


async def report_clicks(table: Table, bot: Contestant, loads: Sequence[Load], compared: Load) -> None:
    """Put each load on the bot, and one on the floor before and after that."""
    before = await _report(table, "The floor", Floor(), compared, _Targets())
    costs = [await _report(table, "The bot", bot, load, _OF_BOT) for load in loads]
    after = await _report(table, "The floor", Floor(), compared, _Targets())
    table.heading("CPU per click, relative to the floor")
    for load, cost in zip(loads, costs, strict=True):
        # The mean of two runs, since other programs may slow the machine down now and then.
        ratio = cost / ((before + after) / 2)
        table.row(
            f"{load.games} games at once", f"{ratio:.1f}", "at most 3" if load.games == COMPARED else ""
        )


async def _report(table: Table, name: str, contestant: Contestant, load: Load, targets: _Targets) -> float:
    """Put a load on a contestant, and return its CPU time per click in milliseconds."""
    figures = await measure(contestant, load)
    table.heading(f"{name}, {load.games} games at once ({len(figures.clicks):,} clicks)")
    table.row(
        "clicks per second",
        f"{figures.clicks_per_second:.1f}",
        targets.clicks_per_second.get(load.games, ""),
    )
    shown = " / ".join(f"{figures.until_shown(share):,.0f}" for share in (0.5, 0.9, 0.99, 1.0))
    table.row("until the new board, p50 / p90 / p99 / max (ms)", shown, targets.longest.get(load.games, ""))
    answered = " / ".join(f"{figures.until_answered(share):,.0f}" for share in (0.5, 0.99))
    table.row("until the first answer, p50 / p99 (ms)", answered)
    table.row("clicks that failed or went unanswered", f"{figures.failed:,}", "0")
    table.row("CPU per click (ms)", f"{figures.cpu_per_click:.1f}")
    return figures.cpu_per_click

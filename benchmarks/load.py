"""What a click costs, and how many the bot bears: `python benchmarks/load.py`.

Three kinds of process take part in one run. This one has the clickers and a stand-in for Discord. The second
is the bot. The third is the floor: a bare discord.py bot that answers each click by encoding ready pixels and
uploading them. Every game is clicked again as soon as its board shows the last move. Times from one machine
mean little on another, so the bot's CPU time per click is also given as a multiple of the floor's, which runs
before and after the bot.

With `--profile FILE --loads 30`, cProfile records where the bot's main thread spends its time; read it with
`python -m pstats FILE`. Ignore the table then, since the profiler slows the bot down.
"""

import argparse
import asyncio
import sys
from pathlib import Path

# Started as a file, Python would look for `engine` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.closed_loop import Load, measure
from benchmarks.click_load.contestants import Floor, Pyrga
from benchmarks.click_load.databases import postgresql, sqlite
from benchmarks.click_load.figures import Figures
from benchmarks.click_load.table import heading, row

DATABASES = {"sqlite": sqlite, "postgresql": postgresql}
COMPARED = 30
"""Games at once when the bot is compared with the floor."""

FAST, SLOWEST = {30: "at least 100", 100: "at least 100"}, {30: "under 400", 100: "under 1200"}
"""Targets, by games at once: clicks per second, and p99 until the new board."""


def print_load(load: Load, figures: Figures) -> None:
    """Print the figures of the bot under a load."""
    heading(f"{load.games} games at once, {len(figures.clicks):,} clicks")
    row("clicks per second", f"{figures.clicks_per_second:.1f}", FAST.get(load.games, ""))
    shown = [f"{figures.until_shown(share):.0f}" for share in (0.5, 0.9, 0.99, 1.0)]
    row("until the new board, p50 / p90 / p99 / longest (ms)", " / ".join(shown), SLOWEST.get(load.games, ""))
    answered = [f"{figures.until_answered(share):.0f}" for share in (0.5, 0.99)]
    row("until the first answer, p50 / p99 (ms)", " / ".join(answered))
    row("clicks that failed or went unanswered", f"{figures.failed:,}", "0")
    row("CPU per click (ms)", f"{figures.cpu_per_click:.2f}")


def print_floor(figures: Figures) -> None:
    """Print the figures of one run of the floor."""
    heading(f"The floor, {COMPARED} games at once, {len(figures.clicks):,} clicks")
    row("clicks per second", f"{figures.clicks_per_second:.1f}")
    shown = [f"{figures.until_shown(share):.0f}" for share in (0.5, 0.99)]
    row("until the new board, p50 / p99 (ms)", " / ".join(shown))
    row("clicks that failed or went unanswered", f"{figures.failed:,}", "0")
    row("CPU per click (ms)", f"{figures.cpu_per_click:.2f}")


async def print_clicks(bot: Pyrga, loads: list[Load], compared: Load) -> None:
    """Measure the bot under each load, and between two runs of the floor."""
    floors = [await measure(Floor(), compared)]
    print_floor(floors[0])
    cost = None
    for load in loads:
        figures = await measure(bot, load)
        print_load(load, figures)
        if load.games == COMPARED:
            cost = figures.cpu_per_click
    floors.append(await measure(Floor(), compared))
    print_floor(floors[1])
    heading("Compared")
    floor = sum(figures.cpu_per_click for figures in floors) / len(floors)
    if cost is not None:
        row(f"CPU per click of the bot / of the floor, {COMPARED} games", f"{cost / floor:.2f}", "at most 3")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Click on boards by the hundred, and measure the bot.")
    parser.add_argument(
        "--loads", type=int, nargs="+", default=[1, 30, 100, 200], help="games at once (default 1 30 100 200)"
    )
    parser.add_argument("--seconds", type=float, default=20, help="measured for each load (default 20)")
    parser.add_argument("--warm-up", type=float, default=5, help="seconds before each (default 5)")
    parser.add_argument("--database", choices=DATABASES, default="sqlite", help="of the bot (default sqlite)")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="have cProfile watch the bot")
    wanted = parser.parse_args()
    loads = [Load(games, wanted.warm_up, wanted.seconds) for games in wanted.loads]
    with DATABASES[wanted.database]() as new_database:
        bot = Pyrga(new_database, wanted.profile)
        asyncio.run(print_clicks(bot, loads, Load(COMPARED, wanted.warm_up, wanted.seconds)))


if __name__ == "__main__":
    main()

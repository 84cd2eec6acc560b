"""What a click costs, and how many clicks the bot can take: `python benchmarks/load.py`.

Three kinds of process take part in one run. This one has the clickers and a stand-in for Discord. The second
is the bot. The third is the floor: a bare discord.py bot that answers each click by encoding ready pixels and
uploading them. Every game is clicked again as soon as its board shows the last move. Times from one machine
mean little on another, so the bot's CPU time per click is also given as a multiple of the floor's, which runs
before and after the bot.

`--parts clicks --loads 30 --profile FILE` records what the bot's main thread spends CPU time on. Read the
file with `python -m pstats FILE`, and ignore the table, since cProfile slows the bot down. Every process of
the bot overwrites the file.
"""

import argparse
import asyncio
import sys
from pathlib import Path

# Started as a file, Python would look for `engine` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.clicks import COMPARED, report_clicks
from benchmarks.click_load.closed_loop import Load
from benchmarks.click_load.contestants import Pyrga
from benchmarks.click_load.databases import postgresql, sqlite
from benchmarks.click_load.memory import report_memory
from benchmarks.click_load.overload import report_overload
from benchmarks.click_load.starting import report_start
from benchmarks.click_load.statements import report_statements
from benchmarks.click_load.table import Table

PARTS = ("clicks", "statements", "start", "memory", "overload")
DATABASES = {"sqlite": sqlite, "postgresql": postgresql}
CAPACITY = 100
"""Number of simultaneous games when the bot's capacity is measured."""


async def report(wanted: argparse.Namespace, table: Table, bot: Pyrga) -> None:
    """Print the requested parts of the table."""

    def load(games: int) -> Load:
        return Load(games, wanted.warm_up, wanted.seconds)

    if "clicks" in wanted.parts:
        await report_clicks(table, bot, [load(games) for games in wanted.loads], load(COMPARED))
    if "statements" in wanted.parts:
        await report_statements(table)
    if "start" in wanted.parts:
        await report_start(table, bot)
    if "memory" in wanted.parts:
        await report_memory(table, bot, wanted.idle)
    if "overload" in wanted.parts:
        await report_overload(table, bot, load(CAPACITY), wanted.crowd, wanted.overload)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description="Click on many boards together, and measure the bot.")
    several = parser.add_argument_group("what to measure")
    several.add_argument(
        "--parts", nargs="+", choices=PARTS, default=PARTS, help="of the table (default: all)"
    )
    several.add_argument(
        "--loads",
        nargs="+",
        type=int,
        default=[1, 30, 100, 200],
        help="simultaneous games (default: 1 30 100 200)",
    )
    several.add_argument(
        "--crowd",
        type=int,
        default=400,
        metavar="N",
        help="simultaneous games in the overload (default: 400)",
    )
    several.add_argument(
        "--database", choices=DATABASES, default="sqlite", help="of the bot (default: sqlite)"
    )
    times = parser.add_argument_group("how long, in seconds")
    times.add_argument("--warm-up", type=float, default=5, metavar="N", help="before each load (default: 5)")
    times.add_argument("--seconds", type=float, default=20, metavar="N", help="of each load (default: 20)")
    times.add_argument(
        "--idle", type=float, default=60, metavar="N", help="before memory is read (default: 60)"
    )
    times.add_argument("--overload", type=float, default=60, metavar="N", help="of overload (default: 60)")
    parser.add_argument("--markdown", action="store_true", help="print a table for docs/performance.md")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="have cProfile watch the bot")
    return parser


def main() -> None:
    """Print the table."""
    wanted = options().parse_args()
    with DATABASES[wanted.database]() as new_database:
        bot = Pyrga(new_database, wanted.profile and wanted.profile.absolute())
        asyncio.run(report(wanted, Table(markdown=wanted.markdown), bot))


if __name__ == "__main__":
    main()

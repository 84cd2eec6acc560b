"""How far several processes go, and where the database becomes the limit: `python benchmarks/growth.py`.

One part clicks on boards of one, two and four processes of the bot, each with a shard, on one PostgreSQL
server. The other has processes that only play moves in the database, without Discord and pictures, to keep
the database as busy as this machine can. Every commit is written to disk.

Everything shares this machine's cores, so clicks per second say little. What matters is how much CPU time
each part takes per click.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

# Started as a file, Python would look for `engine` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.closed_loop import Load
from benchmarks.click_load.databases import NewDatabase, postgresql
from benchmarks.click_load.table import Table
from benchmarks.growing.database_limit import report_database
from benchmarks.growing.several_processes import report_processes

PARTS = ("processes", "database")


async def report(wanted: argparse.Namespace, table: Table, new_database: NewDatabase) -> None:
    """Print the requested parts of the table."""
    table.row("cores of this machine", str(os.cpu_count()))
    if "processes" in wanted.parts:
        load = Load(wanted.games, wanted.warm_up, wanted.seconds)
        await report_processes(table, new_database, wanted.processes, load)
    if "database" in wanted.parts:
        await report_database(table, new_database, wanted.processes, wanted.seconds)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure several processes that share a database.")
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, default=PARTS, help="of the table (default: all)"
    )
    parser.add_argument(
        "--processes", nargs="+", type=int, default=[1, 2, 4], metavar="N", help="default: 1 2 4"
    )
    parser.add_argument("--games", type=int, default=40, metavar="N", help="simultaneous games (default: 40)")
    parser.add_argument("--warm-up", type=float, default=5, metavar="SECONDS", help="default: 5")
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement (default: 20)")
    parser.add_argument("--markdown", action="store_true", help="print a table for docs/growth.md")
    return parser


def main() -> None:
    """Print the table."""
    wanted = options().parse_args()
    with postgresql(durable=True) as new_database:
        asyncio.run(report(wanted, Table(markdown=wanted.markdown), new_database))


if __name__ == "__main__":
    main()

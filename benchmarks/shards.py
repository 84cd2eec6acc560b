"""What one more shard costs a process: `python benchmarks/shards.py`. Linux only.

The bot runs on SQLite, as with `pyrga run`, and the stand-in for Discord lets all shards start at the same
time. The seconds are what the bot itself needs; Discord adds five seconds for each shard of a bucket.
"""

import argparse
import asyncio
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

# Started as a file, Python would look for `tests` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.databases import sqlite
from benchmarks.click_load.games import new_games
from benchmarks.click_load.processes import running
from benchmarks.click_load.seeding import seed
from benchmarks.click_load.wire import TOKEN
from tests.loopback.server import loopback


async def measure(shards: int, idle: float) -> None:
    """Print what the bot needs with this many shards."""
    with tempfile.TemporaryDirectory(prefix="pyrga-shards-") as name, sqlite() as new_database:
        folder = Path(name)
        url = new_database(folder)
        # A bot that migrates loads more than others.
        seed(url, new_games(1), datetime.now(UTC))
        async with loopback(TOKEN, checked=False) as server:
            server.gateway.recommended = server.gateway.max_concurrency = shards
            arguments = [str(server.address), url]
            async with running("benchmarks.click_load.pyrga", arguments, server, folder / "log") as process:
                started = process.cpu_seconds()
                await asyncio.sleep(idle)
                used = process.cpu_seconds() - started
                print(
                    f"{shards:6}{process.start_seconds:14.2f}{started:14.2f}"
                    f"{process.resident_megabytes():14.1f}{1000 * used / idle:18.1f}"
                )


async def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description="Measure what shards cost.")
    parser.add_argument("--idle", type=float, default=60.0, help="idle seconds with each (default: 60)")
    options = parser.parse_args()
    print(f"{'shards':>6}{'start (s)':>14}{'its CPU (s)':>14}{'memory (MB)':>14}{'idle CPU (ms/s)':>18}")
    for shards in (1, 16, 64):
        await measure(shards, options.idle)


if __name__ == "__main__":
    asyncio.run(main())

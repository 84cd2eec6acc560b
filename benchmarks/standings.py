"""How long computing all ratings again takes: `python benchmarks/standings.py [--games N]`.

It stores a million finished games, of which about a quarter are rated, rates all of them, and then rates them
once more, which has to change nothing. The target: a million games take less than three minutes.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from time import perf_counter

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import URL, func, select

from benchmarks.stored_games import fill, settle
from bot.matches.standings import rerating
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import rating_events
from tests.bot.postgresql import cluster, programs

GAMES = 1_000_000


def main() -> None:
    """Print how long it took."""
    options = _options()
    if options.database == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            _measure(f"sqlite:///{folder}/pyrga.db", options.games)
        return
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with cluster(found) as address:
        _measure(address, options.games)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time the recomputation of all ratings.")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"default: {GAMES:,}")
    return parser.parse_args()


def _measure(address: str, games: int) -> None:
    url = Settings(database_url=address).database()
    asyncio.run(_migrate(url))
    fill(url, games)
    settle(url)
    asyncio.run(_recompute(url, games))


async def _migrate(url: URL) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()


async def _recompute(url: URL, games: int) -> None:
    database = Database(url)
    async with database.reading() as connection:
        rated = await connection.scalar(select(func.count()).select_from(rating_events))
    print(f"{games:,} games, {rated:,} of them rated")
    for name in ("rating all of them", "once more"):
        began = perf_counter()
        async with database.writing() as connection:
            corrected = await rerating.recompute(connection)
        print(f"{name:20} {perf_counter() - began:6.1f} s, {corrected:,} rows corrected")
    await database.close()


if __name__ == "__main__":
    main()

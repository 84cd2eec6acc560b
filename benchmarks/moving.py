"""What moving the database costs: `python benchmarks/moving.py [--games N]`.

It fills an SQLite file with a hundred thousand finished games, moves it to a PostgreSQL server on the same
machine and back, verifying both copies, and prints rows per second, and the CPU time and peak memory of the
command. POSIX only.
"""

import argparse
import asyncio
import os
import resource
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import create_engine, func, select

from benchmarks.stored_games import fill
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import metadata
from tests.bot.postgresql import cluster, programs

GAMES = 100_000

_PYRGA = Path(sys.executable).with_name("pyrga")
_KILOBYTES = 1024


def main() -> None:
    """Print how long it took in each direction."""
    parser = argparse.ArgumentParser(description="Time what moving the database costs.")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"default: {GAMES:,}")
    games = parser.parse_args().games
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory() as folder, cluster(found) as running:
        server = running.address
        file = f"sqlite:///{folder}/pyrga.db"
        url = Settings(database_url=file).database()
        asyncio.run(Database(url).migrate())
        # In a separate process: the command would inherit the peak memory of this one.
        filling = get_context("spawn").Process(target=fill, args=[url, games])
        filling.start()
        filling.join()
        rows = _rows(file)
        for source, target in ((file, server), (server, f"sqlite:///{folder}/back.db")):
            began = perf_counter()
            used = _moved(source, target)
            seconds = perf_counter() - began
            kinds = f"{source.partition(':')[0]} to {target.partition(':')[0]}"
            print(
                f"{kinds}: {rows:,} rows in {seconds:.0f} s, {rows / seconds:,.0f} rows per second, "
                f"{used.ru_utime + used.ru_stime:.0f} s of processor time, "
                f"{used.ru_maxrss / _KILOBYTES:.0f} MB of memory"
            )


def _moved(source: str, target: str) -> resource.struct_rusage:
    """Run the command, and return the resources it used."""
    command = (str(_PYRGA), "move-database", source, target)
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=nowhere)
    _, status, used = os.wait4(pid, 0)
    if status:
        sys.exit("the database couldn't be moved")
    return used


def _rows(address: str) -> int:
    engine = create_engine(address)
    with engine.connect() as connection:
        counts = (
            connection.scalar(select(func.count()).select_from(table)) for table in metadata.sorted_tables
        )
        total = sum(count or 0 for count in counts)
    engine.dispose()
    return total


if __name__ == "__main__":
    main()

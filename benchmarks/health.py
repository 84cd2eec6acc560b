"""The CPU time of `pyrga health`, and of an empty program: `python benchmarks/health.py`. POSIX only.

With `--postgresql`, the bot's database is on its own PostgreSQL server, otherwise in an SQLite file.

Both take longer on a busy machine, so they take turns, and the best run of each counts.
"""

import argparse
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg

# Started as a file, Python looks for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from bot.store.connections.process_name import new_process_name
from bot.store.schema.revision import newest_revision
from tests.bot.postgresql import cluster, programs

Beating = AbstractContextManager[tuple[str, Callable[[], None]]]

PYRGA = Path(sys.executable).with_name("pyrga")
EMPTY = (sys.executable, "-c", "pass")
HEALTH = (str(PYRGA), "health")


def cpu_seconds(command: tuple[str, ...], environment: dict[str, str], output: int) -> float:
    """Run a command with its output in a file; return the CPU time that it took."""
    redirected = [(os.POSIX_SPAWN_DUP2, output, 1)]
    pid = os.posix_spawn(command[0], command, environment, file_actions=redirected)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{command} failed")
    return used.ru_utime + used.ru_stime


def make_database(file: Path) -> None:
    """Make a database that has just had a heartbeat; `pyrga health` reads nothing else from it."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES (?)", [newest_revision()])
        connection.execute("CREATE TABLE heartbeats (process VARCHAR(32), beat_at DATETIME)")
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        connection.execute("INSERT INTO heartbeats VALUES ('bot', ?)", [now])


@contextmanager
def on_sqlite() -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of an SQLite database, and a function that gives it a heartbeat."""
    with tempfile.TemporaryDirectory(prefix="pyrga-health-") as name:
        file = Path(name) / "pyrga.db"

        def beat() -> None:
            file.unlink(missing_ok=True)
            make_database(file)

        yield f"sqlite:///{file}", beat


@contextmanager
def on_postgresql() -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a database on a server, and a function that gives it a heartbeat."""
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with cluster(found) as running, psycopg.connect(running.address, autocommit=True) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("CREATE TABLE heartbeats (process VARCHAR(32), beat_at TIMESTAMPTZ)")
        connection.execute("INSERT INTO alembic_version VALUES (%s)", [newest_revision()])

        def beat() -> None:
            connection.execute("INSERT INTO heartbeats VALUES (%s, now())", [new_process_name()])

        yield running.address, beat


def measure(rounds: int, database: Beating, target: str) -> None:
    """Print the table."""
    best = {EMPTY: float("inf"), HEALTH: float("inf")}
    with database as (address, beat), Path(os.devnull).open("w") as nowhere:
        environment = {**os.environ, "PYRGA_DATABASE_URL": address}
        for _ in range(rounds):
            beat()
            for command, least in best.items():
                best[command] = min(least, cpu_seconds(command, environment, nowhere.fileno()))
    for command, text in ((EMPTY, "python -c pass"), (HEALTH, "pyrga health")):
        print(f"{text:24}{best[command]:10.3f} s of processor time")
    print(f"{'difference':24}{best[HEALTH] - best[EMPTY]:10.3f} s{' ' * 19}{target}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure the processor time of `pyrga health`.")
    parser.add_argument("--rounds", type=int, default=20, help="runs of each (default 20)")
    parser.add_argument("--postgresql", action="store_true", help="on a server instead of a file")
    options = parser.parse_args()
    if options.postgresql:
        measure(options.rounds, on_postgresql(), "under 0.5")
    else:
        measure(options.rounds, on_sqlite(), "under 0.1")


if __name__ == "__main__":
    main()

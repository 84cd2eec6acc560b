"""The processor time of `pyrga health`, and of an empty program: `python benchmarks/health.py`. POSIX only.

Both take longer on a busy machine, so they take turns and the best run of each counts.
"""

import argparse
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

PYRGA = Path(sys.executable).with_name("pyrga")
EMPTY = (sys.executable, "-c", "pass")
HEALTH = (str(PYRGA), "health")


def cpu_seconds(command: tuple[str, ...], environment: dict[str, str], output: int) -> float:
    """Run a command with its output to a file; return the processor time that it took."""
    redirected = [(os.POSIX_SPAWN_DUP2, output, 1)]
    pid = os.posix_spawn(command[0], command, environment, file_actions=redirected)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{command} failed")
    return used.ru_utime + used.ru_stime


def make_database(file: Path) -> None:
    """Make a database that has just had a heartbeat; `pyrga health` reads nothing else of it."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.execute("CREATE TABLE heartbeats (process VARCHAR(32), beat_at DATETIME)")
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        connection.execute("INSERT INTO heartbeats VALUES ('bot', ?)", [now])


def measure(rounds: int) -> None:
    """Print the table."""
    best = {EMPTY: float("inf"), HEALTH: float("inf")}
    with tempfile.TemporaryDirectory(prefix="pyrga-health-") as name, Path(os.devnull).open("w") as nowhere:
        file = Path(name) / "pyrga.db"
        environment = {**os.environ, "PYRGA_DATABASE_URL": f"sqlite:///{file}"}
        for _ in range(rounds):
            file.unlink(missing_ok=True)
            make_database(file)
            for command, least in best.items():
                best[command] = min(least, cpu_seconds(command, environment, nowhere.fileno()))
    for command, text in ((EMPTY, "python -c pass"), (HEALTH, "pyrga health")):
        print(f"{text:24}{best[command]:10.3f} s of processor time")
    print(f"{'difference':24}{best[HEALTH] - best[EMPTY]:10.3f} s{' ' * 19}under 0.1")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure the processor time of `pyrga health`.")
    parser.add_argument("--rounds", type=int, default=20, help="runs of each (default 20)")
    measure(parser.parse_args().rounds)


if __name__ == "__main__":
    main()

"""What an upgrade from version 1.0.0 takes, and what a kill can do to it: `python benchmarks/upgrades.py`.

A database is filled with games, verified, set back to the tables of 1.0.0, and upgraded as a start does it:
with its backup, and with what's recomputed after it. With `--kills`, each upgrade is first killed at a random
moment. The next start has to go on by itself, and everything has to be there: in the database, and in the
backup, which is then restored.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import text

from benchmarks.databases import KINDS, empty_database, engine_of, settle
from benchmarks.stored_games import fill
from benchmarks.table import heading, row
from bot.settings import Settings
from bot.store.clocks.heartbeats import are_others_alive
from bot.store.connections.database import Database
from bot.store.copies import MigrationBackups, restore
from bot.store.schema.stored_revision import change_revision
from bot.use_cases.standings.recomputing import recompute_after_migration

ROOT = Path(__file__).parent.parent
OLD = "0001"
UNDONE = (
    "DROP TABLE crowd_hosts",
    "ALTER TABLE cups DROP COLUMN told_loss",
    "ALTER TABLE team_sides DROP COLUMN told_loss",
    "DROP INDEX ix_games_played",
    "ALTER TABLE heartbeats DROP COLUMN status",
    "ALTER TABLE games DROP COLUMN annulled_winner",
    "ALTER TABLE cups DROP COLUMN played",
    "ALTER TABLE role_holders DROP COLUMN given",
    "DROP TABLE role_removals",
    "DROP TABLE shards",
    "ALTER TABLE heartbeats DROP COLUMN answered_at",
    "ALTER TABLE players RENAME COLUMN notifications TO notices",
    "ALTER TABLE players RENAME COLUMN challenge_policy TO welcome",
    "ALTER TABLE players RENAME COLUMN guesses TO guessable",
    "ALTER TABLE guilds RENAME COLUMN guesses TO guessing",
)
"""What sets a database back to the tables of version 1.0.0."""


def set_back(address: str) -> None:
    """Give a database the tables of version 1.0.0."""
    engine = engine_of(address)
    with engine.begin() as connection:
        for statement in UNDONE:
            connection.execute(text(statement))
        change_revision(connection, OLD)
    engine.dispose()


async def upgrade(settings: Settings) -> None:
    """Upgrade a database as a start does."""
    database = Database(settings.database())
    await database.migrate(recompute_after_migration, are_others_alive, MigrationBackups(settings).make)
    await database.close()


def upgrading(settings: Settings) -> "subprocess.Popen[bytes]":
    """Start a process that upgrades a database, and wait until it's about to."""
    command = [sys.executable, __file__, "--only", settings.database_url]
    environment = {**os.environ, "PYRGA_BACKUP_FOLDER": str(settings.backup_folder)}
    process = subprocess.Popen(  # noqa: S603 - our own
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if process.stdout is not None:
        process.stdout.readline()
    return process


def digest(address: str) -> str:
    """Return the digest of what both versions store of games and people in the same way."""
    engine, found = engine_of(address), blake2b(digest_size=16)
    with engine.connect() as connection:
        for statement in (
            "SELECT id, revision, white_id, black_id, winner, reason, moves, boards FROM games ORDER BY id",
            "SELECT id, name FROM players ORDER BY id",
            "SELECT id, challenger_id, status FROM challenges ORDER BY id",
        ):
            for found_row in connection.execution_options(yield_per=2000).execute(text(statement)):
                found.update(repr(tuple(found_row)).encode())
    engine.dispose()
    return found.hexdigest()


def verified(address: str) -> float:
    """Return how many seconds `pyrga verify` takes, or end the program if anything differs."""
    began = time.monotonic()
    command = [str(Path(sys.executable).with_name("pyrga")), "verify"]
    subprocess.run(command, check=True, env={**os.environ, "PYRGA_DATABASE_URL": address})  # noqa: S603 - as above
    return time.monotonic() - began


def measure(kind: str, games: int) -> None:
    """Print what it takes to verify and to upgrade a database with so many games."""
    with tempfile.TemporaryDirectory(prefix="pyrga-backups-") as folder, empty_database(kind) as address:
        settings = Settings(database_url=address, backup_folder=Path(folder))
        fill(address, games)
        settle(address)
        row(f"{kind}: pyrga verify", verified(address), "s")
        set_back(address)
        before, process, began = digest(address), upgrading(settings), time.monotonic()
        if process.wait():
            sys.exit("the upgrade failed")
        row(f"{kind}: the upgrade with its backup", time.monotonic() - began, "s")
        began = time.monotonic()
        asyncio.run(MigrationBackups(settings).make("again"))
        row(f"{kind}: of that, the backup", time.monotonic() - began, "s")
        backup = MigrationBackups(settings).file("again")
        row(f"{kind}: the backup's size", backup.stat().st_size / 1_000_000, "MB")
        if digest(address) != before:
            sys.exit("something is lost")
        row(f"{kind}: pyrga verify after it", verified(address), "s")


def kill(kind: str, games: int, kills: int) -> None:
    """Kill as many upgrades, and look whether everything is still there and the next one goes on."""
    with tempfile.TemporaryDirectory(prefix="pyrga-backups-") as folder, empty_database(kind) as address:
        settings = Settings(database_url=address, backup_folder=Path(folder))
        backup = MigrationBackups(settings).file(OLD)
        fill(address, games)
        set_back(address)
        before, process, began = digest(address), upgrading(settings), time.monotonic()
        process.wait()
        seconds, killed = time.monotonic() - began, 0
        while killed < kills:
            set_back(address)
            backup.unlink(missing_ok=True)
            process = upgrading(settings)
            time.sleep(random.uniform(0, seconds))
            if process.poll() is not None:
                # The machine has become faster.
                seconds *= 0.8
                continue
            process.kill()
            process.wait()
            killed += 1
            check(address, before, f"after kill {killed}")
            if upgrading(settings).wait():
                sys.exit(f"the start after kill {killed} failed")
            check(address, before, f"after the start that followed kill {killed}")
            with empty_database(kind) as other:
                restore(backup, Settings(database_url=other).database(), datetime.now(UTC))
                check(other, before, f"in the backup after kill {killed}")
            if [*backup.parent.glob("*.partial-*")]:
                sys.exit("something is left over")
        row(f"{kind}: upgrades killed before their end, nothing lost", killed, f"of {kills}")


def check(address: str, before: str, when: str) -> None:
    """End the program if a database doesn't have what it had before."""
    if digest(address) != before:
        sys.exit(f"something is lost {when}")


def main() -> None:
    """Measure both databases, or kill upgrades of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="number of finished games")
    parser.add_argument("--kills", type=int, default=0, help="kill so many upgrades instead")
    parser.add_argument("--database", choices=KINDS, help="default: both")
    parser.add_argument("--only", metavar="ADDRESS", help="upgrade this database, and do nothing else")
    options = parser.parse_args()
    if options.only is not None:
        print("upgrading", flush=True)
        asyncio.run(upgrade(Settings.load(database_url=options.only)))
        return
    heading(f"{options.games:,} games")
    for kind in [options.database] if options.database else KINDS:
        if options.kills:
            kill(kind, options.games, options.kills)
        else:
            measure(kind, options.games)


if __name__ == "__main__":
    main()

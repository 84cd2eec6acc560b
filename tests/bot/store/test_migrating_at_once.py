"""If several processes start at the same moment, one migrates and the others wait for it."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

import bot.store.connections.database
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.indexes import metadata
from bot.store.schema.migration import upgrade
from bot.store.schema.revision import MigrationTimeoutError, newest_revision
from bot.store.schema.stored_revision import REVISION_TABLE, stored_revision
from tests.bot.later_migrations import add_migration

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
TOGETHER = 4

Process = subprocess.Popen[str]


@pytest.fixture(scope="module")
def processes() -> Iterator[list[Process]]:
    """Yield processes that have loaded everything and are waiting for the address of a database."""
    command = [sys.executable, "-m", "tests.bot.store.migrating_process"]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        for _ in range(TOGETHER)
    ]
    assert [said(process) for process in started] == ["ready"] * TOGETHER
    yield started
    for process in started:
        process.communicate()


def said(process: Process) -> str:
    """Return the next line that a process writes."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def said_before(last: str, process: Process) -> list[str]:
    """Return what a process logs before it writes this line."""
    return list(iter(partial(said, process), last))


def address_of(database: Database) -> str:
    return str(database._engines[0].url.render_as_string(hide_password=False))


async def forget_everything(database: Database) -> None:
    """Return a database to the state before its first migration."""
    async with database.writing() as connection:
        await connection.run_sync(metadata.drop_all)
        await connection.execute(text(f"DROP TABLE {REVISION_TABLE}"))


async def revision_of(database: Database) -> str | None:
    async with database.reading() as connection:
        return await connection.run_sync(stored_revision)


@pytest.mark.parametrize("is_empty", [True, False], ids=["empty", "outdated"])
async def test_one_of_several_starting_processes_migrates_and_all_find_the_newest_tables(
    database: Database, processes: list[Process], later_migrations: Path, *, is_empty: bool
) -> None:
    if is_empty:
        await forget_everything(database)
    else:
        add_migration()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{address_of(database)} {later_migrations}\n")
        process.stdin.flush()
    logged = [line for process in processes for line in said_before("migrated", process)]
    assert await revision_of(database) == newest_revision()
    # Only a database with something in it can take long, and whoever migrates it says so first.
    begun = [line for line in logged if "which can take minutes" in line]
    assert len(begun) == (0 if is_empty else 1)
    assert [f"now={newest_revision()}" in line for line in logged if line not in begun] == [True]


async def test_on_postgresql_the_operators_lock_timeout_does_not_affect_waiting_processes(
    postgresql: str,
) -> None:
    first, second = limited(postgresql, ""), limited(postgresql, "-c lock_timeout=10")
    await forget_everything(first)
    async with first.writing() as connection:
        await connection.run_sync(upgrade)
        waiting = asyncio.create_task(second.migrate())
        await lock_is_asked_for(first)
        await asyncio.sleep(0.1)
        assert not waiting.done()
    await waiting
    assert await revision_of(second) == newest_revision()
    await first.close()
    await second.close()


async def test_on_postgresql_a_migration_has_no_time_limit(postgresql: str) -> None:
    database = limited(postgresql, "-c statement_timeout=60000")
    await forget_everything(database)
    async with database.writing() as connection:
        await connection.run_sync(upgrade)
        assert await connection.scalar(text("SHOW statement_timeout")) == "0"
    async with database.writing() as connection:
        assert await connection.scalar(text("SHOW statement_timeout")) == "1min"
    await database.close()


def limited(address: str, options: str) -> Database:
    """Return a PostgreSQL database whose operator has set limits."""
    return Database(Settings(database_url=address).database().update_query_dict({"options": options}))


async def lock_is_asked_for(database: Database) -> None:
    """Return once someone waits for an advisory lock."""
    asked = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    async with asyncio.timeout(60):
        while True:
            async with database.reading() as connection:
                if await connection.scalar(asked):
                    return


async def test_on_sqlite_a_start_waits_for_the_process_that_has_locked_the_file_but_not_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pyrga.db"
    database = Database(Settings(database_url=f"sqlite:///{file}").database())
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with monkeypatch.context() as patch:
        patch.setattr(bot.store.connections.database, "MIGRATION_PATIENCE", 0.0)
        with pytest.raises(MigrationTimeoutError):
            await database.migrate()
    waiting = asyncio.create_task(database.migrate())
    await asyncio.sleep(0.1)
    assert not waiting.done()
    other.execute("COMMIT")
    await waiting
    assert await revision_of(database) == newest_revision()
    await database.close()
    other.close()

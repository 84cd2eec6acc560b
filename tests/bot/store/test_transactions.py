"""Concurrent transactions: none is lost, none waits in vain, and anything that can't be done is reported."""

import asyncio
import inspect
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, OperationalError

import bot.use_cases
from bot.settings import Settings
from bot.store.connections import database as databases
from bot.store.connections import sqlite
from bot.store.connections.database import READERS, Database
from bot.store.connections.errors import BusyDatabaseError
from bot.store.connections.transactions import retried, try_within
from bot.store.schema.tables import players
from tests.bot.clocks import StandingClock

ADA, BLAISE = 101, 102


async def remember(database: Database) -> None:
    """Store two players."""
    now = StandingClock().now()
    rows = [{"id": player, "name": "0", "created_at": now} for player in (ADA, BLAISE)]
    async with database.writing() as connection:
        await connection.execute(insert(players), rows)


async def names(database: Database) -> list[str]:
    async with database.reading_once() as connection:
        return [*await connection.scalars(select(players.c.name).order_by(players.c.id))]


async def add_one(database: Database, *player_ids: int) -> None:
    """Add one to the numbers that these players have as names, one after another."""
    async with database.writing() as connection:
        for player_id in player_ids:
            row = players.c.id == player_id
            name = await connection.scalar(select(players.c.name).where(row).with_for_update())
            await asyncio.sleep(0.01)
            await connection.execute(update(players).where(row).values(name=str(int(name or 0) + 1)))


async def test_writers_of_one_process_queue_so_none_finds_the_database_locked(database: Database) -> None:
    await remember(database)
    await asyncio.gather(*(add_one(database, ADA) for _ in range(40)))
    assert await names(database) == ["40", "0"]


async def test_deadlocked_transactions_are_each_done_once(database: Database) -> None:
    await remember(database)
    add = retried(add_one)
    for _ in range(2):
        await asyncio.gather(add(database, ADA, BLAISE), add(database, BLAISE, ADA))
    assert await names(database) == ["4", "4"]


async def fail(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(update(players).values(name="1"))
        raise ZeroDivisionError


async def test_a_transaction_that_fails_changes_nothing(database: Database) -> None:
    await remember(database)
    with pytest.raises(ZeroDivisionError):
        await fail(database)
    assert await names(database) == ["0", "0"]


async def test_an_error_says_nothing_of_what_people_wrote(database: Database) -> None:
    async with database.reading() as connection:
        with pytest.raises(DBAPIError) as raised:
            await connection.execute(text("SELECT :said FROM nowhere"), {"said": "a secret"})
    assert "a secret" not in str(raised.value)


async def test_a_reader_sees_one_state_while_others_write(database: Database) -> None:
    await remember(database)
    async with database.reading() as connection:
        before = await connection.scalar(select(players.c.name).where(players.c.id == ADA))
        await add_one(database, ADA)
        assert await connection.scalar(select(players.c.name).where(players.c.id == ADA)) == before


@pytest.fixture
def held_file(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Yield the SQLite file while another process writes to it and doesn't finish."""
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    other = sqlite3.connect(Path(settings.database_url.removeprefix("sqlite:///")), isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@on_sqlite
async def test_a_file_that_another_process_holds_for_too_long_counts_as_busy_but_can_be_read(
    database: Database, held_file: sqlite3.Connection
) -> None:
    with pytest.raises(BusyDatabaseError):
        await remember(database)
    assert await names(database) == []
    held_file.execute("COMMIT")
    await remember(database)
    assert await names(database) == ["0", "0"]


@on_sqlite
async def test_nothing_is_stored_by_a_transaction_that_could_not_begin(
    database: Database, held_file: sqlite3.Connection
) -> None:
    added = insert(players).values(id=ADA, name="0", created_at=StandingClock().now())
    async with database.writing() as connection:
        with pytest.raises(OperationalError):
            await connection.execute(added)
        held_file.execute("COMMIT")
        await connection.execute(added)
        await connection.rollback()
    assert await names(database) == []


@pytest.mark.thorough
async def test_a_file_with_too_many_readers_counts_as_busy(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.05)
    database = Database(settings.database())
    async with AsyncExitStack() as reading:
        for _ in range(READERS):
            await reading.enter_async_context(database.reading_once())
        with pytest.raises(BusyDatabaseError):
            await names(database)
    assert await names(database) == []
    await database.close()


@pytest.mark.thorough
async def test_work_that_takes_too_long_is_canceled() -> None:
    canceled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            canceled.set()

    await try_within(0.01, work())
    await asyncio.wait_for(canceled.wait(), 10)


def use_cases() -> Iterator[tuple[str, Any]]:
    """Yield the methods of every class in ``bot.use_cases``."""
    for found in walk_packages(bot.use_cases.__path__, "bot.use_cases."):
        module = import_module(found.name)
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if kind.__module__ == module.__name__:
                yield from inspect.getmembers(kind, inspect.isfunction)


WAYS = (".reading()", ".reading_once()", ".writing()")


def test_every_use_case_is_retried_after_a_conflict_and_while_the_server_is_away() -> None:
    asking = {
        method.__qualname__: hasattr(method, "__wrapped__")
        for _, method in use_cases()
        if inspect.iscoroutinefunction(inspect.unwrap(method))
        and any(way in inspect.getsource(method) for way in WAYS)
    }
    assert len(asking) > 1
    # No one waits for it, and anything that's lost is done again.
    del asking["ShownBoards._store"]
    assert [name for name, is_retried in asking.items() if not is_retried] == []

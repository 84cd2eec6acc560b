"""A task that's canceled while it uses the database leaves nothing behind."""

import asyncio
import contextlib
import sqlite3
import threading
import time
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import text

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.sqlite import DatabaseFile, connect

TRIES = 40
LONGEST = 0.01
"""The last task is canceled after this many seconds: by then it has opened its connections."""

WHILE_IT_BEGINS = 0.2
"""After this many seconds, a transaction has asked for its turn."""

PATIENCE = 5.0


def test_a_canceled_task_leaves_no_connection_open(tmp_path: Path) -> None:
    url = Settings(database_url=f"sqlite:///{tmp_path / 'pyrga.db'}").database()
    chance = Random(5)
    before = set(threading.enumerate())
    for _ in range(TRIES):
        asyncio.run(give_up(Database(url), chance.random() * LONGEST))
        for thread in set(threading.enumerate()) - before:
            thread.join(PATIENCE)
            assert not thread.is_alive()


async def test_canceling_a_task_while_its_transaction_begins_leaves_none_open(tmp_path: Path) -> None:
    file = tmp_path / "pyrga.db"
    database = Database(Settings(database_url=f"sqlite:///{file}").database())
    await database.migrate()
    await use(database)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        # Until this is over, no one else can begin to write.
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(use(database))
        await asyncio.sleep(WHILE_IT_BEGINS)
        task.cancel()
        await asyncio.sleep(WHILE_IT_BEGINS)
        other.execute("ROLLBACK")
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert task.cancelled()
    await use(database)
    await database.close()


async def test_a_canceled_statement_still_belongs_to_its_transaction(tmp_path: Path) -> None:
    file = str(tmp_path / "pyrga.db")
    connection = await connect(DatabaseFile(file), file, check_same_thread=False)
    await connection.create_function("pause", 0, partial(time.sleep, WHILE_IT_BEGINS))
    await connection.run("CREATE TABLE played (move TEXT)", ())
    # The driver's thread is busy, so what follows waits for it.
    busy = asyncio.create_task(connection.run("SELECT pause()", ()))
    await asyncio.sleep(WHILE_IT_BEGINS / 2)
    connection.begin("BEGIN IMMEDIATE")
    storing = asyncio.create_task(connection.run("INSERT INTO played VALUES ('Sa1')", ()))
    await asyncio.sleep(0)
    storing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await storing
    await connection.rollback()
    await busy
    rows, _ = await connection.run("SELECT count(*) FROM played", ())
    assert rows == [(0,)]
    await connection.close()


async def give_up(database: Database, seconds: float) -> None:
    task = asyncio.create_task(use(database))
    await asyncio.sleep(seconds)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    await database.close()


async def use(database: Database) -> None:
    async with database.reading() as connection:
        await connection.execute(text("SELECT 1"))
    async with database.writing() as connection:
        await connection.execute(text("SELECT 1"))

"""Transactions that lock several rows do so in the order of the key, so that no two wait for each other."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import select, text

from bot.settings import Settings
from bot.store.analysis import shared_positions as rows
from bot.store.connections.database import Database
from bot.store.schema.tables import shared_positions
from tests.bot.clocks import StandingClock

FIRST, SECOND = "a", "b"
WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


@pytest.fixture
async def database(postgresql: str) -> AsyncIterator[Database]:
    """A database in which transactions can wait for each other."""
    opened = Database(Settings(database_url=postgresql).database())
    yield opened
    await opened.close()


async def test_what_was_shared_long_ago_is_deleted_in_the_order_of_the_key(database: Database) -> None:
    now = StandingClock().now()
    # Without an order, the one that was stored first is locked first.
    for position in (SECOND, FIRST):
        async with database.writing() as connection:
            await rows.claim(connection, position, 1, now)

    async def forget() -> None:
        async with database.writing() as connection:
            await rows.forget(connection, now + timedelta(seconds=1))

    free = select(shared_positions.c.position).with_for_update(skip_locked=True)
    async with database.writing() as connection:
        held = select(shared_positions).where(shared_positions.c.position == SECOND).with_for_update()
        await connection.execute(held)
        forgetting = asyncio.create_task(forget())
        async with database.reading_once() as looking:
            while not await looking.scalar(WAITING):  # noqa: ASYNC110 - the server has no event for it
                await asyncio.sleep(0.01)
        async with database.writing() as other:
            assert (await other.execute(free)).scalars().all() == []
    await forgetting
    async with database.reading_once() as connection:
        assert (await connection.execute(select(shared_positions))).all() == []

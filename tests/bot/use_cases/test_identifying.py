"""The processes take turns at Discord's gateway."""

import asyncio
from datetime import timedelta

import pytest

from bot.settings import Settings
from bot.store.clocks.heartbeats import database_time
from bot.store.connections.database import Database
from bot.store.processes import lock_bucket
from bot.use_cases.processes import INTERVAL, Identifying
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

MANY = 100
BUCKET, OTHER = 3, 4


async def test_each_of_many_simultaneous_requests_gets_its_own_turn(database: Database) -> None:
    clock = StandingClock()
    async with database.writing() as connection:
        now = await database_time(connection) or clock.now()
        free_at = await lock_bucket(connection, BUCKET, now + timedelta(minutes=1))
    processes = [Identifying(database, clock) for _ in range(4)]
    await asyncio.gather(*(process.take_turn(BUCKET, most=MANY) for process in processes for _ in range(3)))
    async with database.writing() as connection:
        assert await lock_bucket(connection, BUCKET, now) == free_at + 12 * INTERVAL
    assert await processes[0].take_turn(OTHER, most=MANY) == 0


async def test_the_first_to_ask_comes_first(settings: Settings) -> None:
    database = Database(settings.database())
    identifying = Identifying(database, StandingClock())
    waits = [await identifying.take_turn(BUCKET, most=MANY) for _ in range(4)]
    await database.close()
    assert waits == [turn * INTERVAL.total_seconds() for turn in range(4)]


async def test_a_bucket_that_no_one_has_used_for_a_while_is_free(database: Database) -> None:
    clock = StandingClock()
    identifying = Identifying(database, clock)
    async with database.writing() as connection:
        await lock_bucket(connection, BUCKET, clock.now() - timedelta(hours=1))
    assert await identifying.take_turn(BUCKET, most=MANY) == 0


async def test_no_one_waits_longer_because_the_clock_was_set_back(database: Database) -> None:
    clock = StandingClock()
    async with database.writing() as connection:
        await lock_bucket(connection, BUCKET, StandingClock().now() + timedelta(days=10_000))
    assert await Identifying(database, clock).take_turn(BUCKET, most=2) == 0

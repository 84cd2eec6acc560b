"""Which of several processes answers an interaction."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.store.connections.database import Database
from bot.use_cases.clocks.downtime import Downtime
from bot.use_cases.processes import Interactions
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick


@pytest.fixture
async def other(database: Database) -> AsyncIterator[Database]:
    """Yield the same database, as another process has it open."""
    opened = Database(database._engines[0].url)
    yield opened
    await opened.close()


async def test_only_one_of_several_processes_takes_an_interaction(
    database: Database, other: Database
) -> None:
    one, another = (Interactions(each, StandingClock()) for each in (database, other))
    assert [await one.claim(1) for _ in range(2)] == [True, True], "it still has it"
    assert await another.claim(1) is not database.is_shared
    assert await another.claim(2)


async def test_a_stopping_process_claims_nothing_if_another_can(database: Database, other: Database) -> None:
    stopping, another = (Interactions(each, StandingClock()) for each in (database, other))
    assert stopping.accepted is True
    stopping.stop()
    assert stopping.accepted is not database.is_shared
    assert [await process.claim(1) for process in (stopping, another)] == [not database.is_shared, True]


async def test_old_claims_are_forgotten(database: Database, other: Database) -> None:
    clock = StandingClock()
    interactions = Interactions(database, clock)
    await interactions.claim(1)
    clock.move(timedelta(hours=1, seconds=1))
    await interactions.claim(2)
    await Downtime(database, clock).beat()
    another = Interactions(other, clock)
    assert await another.claim(1)
    assert await another.claim(2) is not database.is_shared

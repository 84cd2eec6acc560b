"""A start that finds the database outdated and other processes running with it."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.testing import capture_logs

from bot.clock import Clock, SteadyClock, SystemClock
from bot.settings import Settings
from bot.store.clocks import heartbeats
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE
from bot.store.connections.database import Database
from bot.store.schema.revision import RunningProcessesError
from bot.store.schema.stored_revision import stored_revision
from bot.use_cases.clocks.downtime import Downtime
from tests.bot.later_migrations import NEWEST, add_migration

pytestmark = pytest.mark.thorough

WET = "an older version gets wet"

pytestmark = pytest.mark.usefixtures("later_migrations")


@pytest.fixture
async def shared(postgresql: str) -> AsyncIterator[Database]:
    """Yield a PostgreSQL database, which is outdated once there's another migration."""
    opened = Database(Settings(database_url=postgresql).database())
    yield opened
    await opened.close()


async def revision_of(database: Database) -> str | None:
    async with database.reading() as connection:
        return await connection.run_sync(stored_revision)


async def test_a_migration_that_needs_a_stop_waits_until_the_others_have_stopped(shared: Database) -> None:
    wet, dry = add_migration(WET), add_migration()
    other = Downtime(shared, running_clock())
    await other.beat()
    with pytest.raises(RunningProcessesError, match=f"^{wet}: {WET}$"):
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == NEWEST

    await other.stop()
    with capture_logs() as logs:
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == dry
    said = logs[-1]
    assert (said["event"], said["needing_a_stop"]) == ("database migrated", [wet])


async def test_others_keep_running_through_migrations_that_they_can_tolerate(shared: Database) -> None:
    add_migration()
    newest = add_migration()
    other = Downtime(shared, running_clock())
    await other.beat()
    with capture_logs() as logs:
        await shared.migrate(recompute_nothing, heartbeats.are_others_alive)
    assert await revision_of(shared) == newest
    said = logs[-1]
    assert said["event"] == "database migrated, its other processes may go on"
    await other.beat()


async def test_a_crashed_process_counts_as_alive_for_a_minute(shared: Database) -> None:
    newest = add_migration(WET)
    async with shared.writing() as connection:
        now = await heartbeats.database_time(connection)
        assert now is not None
        await heartbeats.beat(connection, "crashed", now - LONGEST_HEALTHY_SILENCE + timedelta(seconds=40))
    with pytest.raises(RunningProcessesError):
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    async with shared.writing() as connection:
        await heartbeats.beat(connection, "crashed", now - LONGEST_HEALTHY_SILENCE)
    await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == newest


async def test_on_sqlite_no_other_process_can_be_alive(settings: Settings) -> None:
    newest = add_migration(WET)
    database = Database(settings.database())
    await Downtime(database, running_clock()).beat()
    await database.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(database) == newest
    await database.close()


async def test_what_follows_from_the_rest_is_recomputed_in_the_transaction_of_a_migration_that_needs_a_stop(
    database: Database,
) -> None:
    newest = add_migration(WET)

    async def fail(_: AsyncConnection) -> None:
        raise ZeroDivisionError

    recomputed = []

    async def recompute(connection: AsyncConnection) -> None:
        recomputed.append(await connection.run_sync(stored_revision))

    with pytest.raises(ZeroDivisionError):
        await database.migrate(fail)
    assert await revision_of(database) == NEWEST
    await database.migrate(recompute)
    assert await revision_of(database) == newest
    await database.migrate(recompute)
    assert recomputed == [newest]


def running_clock() -> Clock:
    return SteadyClock(SystemClock())


async def recompute_nothing(_: AsyncConnection) -> None:
    pytest.fail("what an older version can go on keeping needn't be computed again")

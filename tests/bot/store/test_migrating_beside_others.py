"""A start that finds the database outdated and other processes running with it."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.testing import capture_logs

from bot.clock import Clock, SteadyClock, SystemClock
from bot.matches.clocks.downtime import Downtime, beat
from bot.settings import Settings
from bot.store.clocks import heartbeats
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE
from bot.store.connections import migrating
from bot.store.connections.database import Database
from bot.store.schema.migration import downgrade
from bot.store.schema.pending import Migration, RunningProcessesError
from bot.store.schema.revision import newest_revision
from bot.store.schema.stored_revision import stored_revision

pytestmark = pytest.mark.thorough

WET = "an older version gets wet"
TOLERATED = [Migration("0027", None), Migration("0028", None)]
NEEDING_STOP = [Migration("0027", WET), Migration("0028", None)]


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> list[Migration]:
    """What the pending migrations state, regardless of what the newest ones really do."""
    stated: list[Migration] = []
    monkeypatch.setattr(migrating, "pending_after", lambda _: stated)
    return stated


@pytest.fixture
async def shared(postgresql: str) -> Database:
    """A PostgreSQL database as an older version left it."""
    database = Database(Settings(database_url=postgresql).database())
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0026")
    return database


async def revision_of(database: Database) -> str | None:
    async with database.reading() as connection:
        return await connection.run_sync(stored_revision)


async def test_a_migration_that_needs_a_stop_waits_until_the_others_have_stopped(
    shared: Database, pending: list[Migration]
) -> None:
    pending += NEEDING_STOP
    other = Downtime(shared, running_clock())
    await other.beat()
    with pytest.raises(RunningProcessesError, match=f"^0027: {WET}$"):
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == "0026"

    await other.stop()
    with capture_logs() as logs:
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == newest_revision()
    (said,) = logs
    assert (said["event"], said["needing_a_stop"]) == ("database migrated", ["0027"])
    await shared.close()


async def test_others_keep_running_through_migrations_that_they_can_tolerate(
    shared: Database, pending: list[Migration]
) -> None:
    pending += TOLERATED
    other = Downtime(shared, running_clock())
    await other.beat()
    with capture_logs() as logs:
        await shared.migrate(recompute_nothing, heartbeats.are_others_alive)
    assert await revision_of(shared) == newest_revision()
    (said,) = logs
    assert said["event"] == "database migrated, its other processes may go on"
    await other.beat()
    await shared.close()


async def test_a_crashed_process_counts_as_alive_for_a_minute(
    shared: Database, pending: list[Migration]
) -> None:
    pending += NEEDING_STOP
    async with shared.writing() as connection:
        now = await heartbeats.database_time(connection)
        assert now is not None
        await beat(connection, now - LONGEST_HEALTHY_SILENCE + timedelta(seconds=40), "crashed")
    with pytest.raises(RunningProcessesError):
        await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    async with shared.writing() as connection:
        await heartbeats.beat(connection, "crashed", now - LONGEST_HEALTHY_SILENCE)
    await shared.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(shared) == newest_revision()
    await shared.close()


async def test_on_sqlite_no_other_process_can_be_alive(settings: Settings, pending: list[Migration]) -> None:
    pending += NEEDING_STOP
    database = Database(settings.database())
    await Downtime(database, running_clock()).beat()
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0026")
    await database.migrate(are_others_alive=heartbeats.are_others_alive)
    assert await revision_of(database) == newest_revision()
    await database.close()


def running_clock() -> Clock:
    return SteadyClock(SystemClock())


async def recompute_nothing(_: AsyncConnection) -> None:
    pytest.fail("what an older version can go on keeping needn't be computed again")

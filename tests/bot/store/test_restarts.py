"""A PostgreSQL server that restarts, is away for long, or takes too long."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.testing import capture_logs

from bot.settings import Settings
from bot.store.connections import transactions
from bot.store.connections.database import Database
from bot.store.connections.database_server import ServerLimits
from bot.store.connections.errors import BusyDatabaseError, UnreachableDatabaseError
from bot.store.connections.transactions import retried
from bot.store.schema.tables import players
from tests.bot.clocks import StandingClock
from tests.bot.postgresql import Cluster
from tests.bot.statements import heard

AWAY, BACK = "the database server can't be reached; trying again", "the database server is back"
MODES = ["fast", "immediate"]


@pytest.fixture
async def served(restartable: Cluster) -> AsyncIterator[Database]:
    """Yield the database of a server that the test may stop."""
    database = Database(Settings(database_url=restartable.address).database(), ServerLimits(4, 1))
    yield database
    await database.close()


async def add_ada(connection: AsyncConnection) -> None:
    """Store someone who isn't stored yet."""
    row = {"id": 101, "name": "Ada", "created_at": StandingClock().now()}
    await connection.execute(players.insert(), row)


@retried
async def remember(database: Database) -> None:
    async with database.writing() as connection:
        await add_ada(connection)


@retried
async def names(database: Database, *, at_once: bool = False) -> list[str]:
    async with database.reading_once() if at_once else database.reading() as connection:
        return [*await connection.scalars(select(players.c.name))]


def restart(cluster: Cluster, mode: str) -> None:
    cluster.stop(mode)
    cluster.start()


@pytest.mark.parametrize("mode", MODES)
async def test_after_a_restart_every_transaction_still_succeeds(
    served: Database, restartable: Cluster, mode: str
) -> None:
    # Every connection of the pool is open, and none notices that the server goes away.
    await asyncio.gather(*(names(served) for _ in range(8)))
    restart(restartable, mode)
    with capture_logs() as lines:
        await remember(served)
        found = await asyncio.gather(*(names(served, at_once=number % 2 == 0) for number in range(16)))
    assert found == [["Ada"]] * 16
    assert [line["event"] for line in lines if line["log_level"] != "info"] == [AWAY, BACK]


@pytest.mark.thorough
@pytest.mark.parametrize("mode", MODES)
async def test_requests_while_the_server_is_away_wait_until_it_is_back(
    served: Database, restartable: Cluster, mode: str
) -> None:
    await names(served)
    restartable.stop(mode)
    with capture_logs() as lines:
        asking = asyncio.gather(remember(served), *(names(served) for _ in range(8)))
        while AWAY not in [line["event"] for line in lines]:  # noqa: ASYNC110 - a log has no event to wait for
            await asyncio.sleep(0.01)
        await asyncio.to_thread(restartable.start)
        await asking
    assert await names(served) == ["Ada"]
    assert [line["event"] for line in lines].count(AWAY) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("mode", MODES)
async def test_a_transaction_interrupted_by_a_restart_is_done_once_from_its_beginning(
    served: Database, restartable: Cluster, mode: str
) -> None:
    begun = []

    @retried
    async def remember_slowly() -> None:
        async with served.writing() as connection:
            await add_ada(connection)
            begun.append(connection)
            if len(begun) == 1:
                await asyncio.to_thread(restart, restartable, mode)

    await remember_slowly()
    assert len(begun) == 2
    assert await names(served) == ["Ada"]


@pytest.mark.thorough
async def test_a_server_that_is_away_for_too_long_counts_as_unreachable(
    served: Database, restartable: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    await names(served)
    restartable.stop("fast")
    try:
        monkeypatch.setattr(transactions, "PATIENCE", 0.5)
        for _ in range(2):
            with pytest.raises(UnreachableDatabaseError, match="has been away for") as raised:
                await remember(served)
            assert raised.value.seconds > 0.5
    finally:
        restartable.start()
    assert await names(served) == []


async def test_a_statement_that_takes_too_long_is_aborted(served: Database) -> None:
    with pytest.raises(BusyDatabaseError):
        async with served.writing() as connection:
            await connection.execute(text("SELECT pg_sleep(60)"))
    assert await names(served) == []


async def limits_of(database: Database) -> tuple[str, ...]:
    """Return what the server knows of a connection: whose it is, and how long everything may take."""
    wanted = text(
        "SELECT current_setting('application_name'), current_setting('statement_timeout'), "
        "current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')"
    )
    async with database.reading_once() as connection:
        return tuple((await connection.execute(wanted)).one())


async def test_the_server_knows_each_connection_by_its_process_and_its_limits_or_what_the_address_says(
    served: Database, restartable: Cluster
) -> None:
    assert await limits_of(served) == (f"pyrga {served.process}", "1s", "5s", "1min")
    address = f"{restartable.address}&application_name=mine&options=-c%20lock_timeout%3D7s"
    database = Database(Settings(database_url=address).database(), ServerLimits(4, 1))
    assert await limits_of(database) == ("mine", "1s", "7s", "1min")
    await database.close()


async def test_a_live_connection_is_used_without_checking_first(served: Database) -> None:
    await names(served)
    with heard(Engine) as statements:
        await names(served)
        await names(served, at_once=True)
    assert len(statements) == 2

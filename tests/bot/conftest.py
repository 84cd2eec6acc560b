"""Fixtures of the bot's tests."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest
import simcord

from bot.app import PyrgaClient, create_client
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migration import downgrade
from tests.bot.clocks import StandingClock
from tests.bot.postgresql import cluster, programs
from tests.bot.servers import Server, furnish


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a database of the test's own."""
    return Settings(database_url=f"sqlite:///{tmp_path / 'pyrga.db'}")


@pytest.fixture
def clock() -> StandingClock:
    """The clock of the bot that simcord's fixture starts."""
    return StandingClock()


@pytest.fixture
def simcord_bot(settings: Settings, clock: StandingClock) -> PyrgaClient:
    """The bot that simcord's fixture starts."""
    return create_client(settings, clock=clock)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of the tests' own."""
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster(folder) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database of each kind, with the newest tables."""
    url = f"sqlite:///{tmp_path / 'pyrga.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql")
    opened = Database(Settings(database_url=url).database())
    await opened.migrate()
    yield opened
    if request.param == "postgresql":
        async with opened.writing() as connection:
            await connection.run_sync(downgrade, "base")
    await opened.close()


@pytest.fixture
async def server(
    simcord_env: simcord.Env, simcord_bot: PyrgaClient, settings: Settings, clock: StandingClock
) -> AsyncIterator[Server]:
    """A server with the bot in it."""
    furnished = furnish(simcord_env, simcord_bot, settings, clock)
    yield furnished
    await furnished.client.close()


@pytest.fixture
def manager(server: Server) -> simcord.MemberActor:
    """A member who may change the server's settings."""
    role = server.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return server.guild.add_member(server.env.create_user("manager"), roles=[role])

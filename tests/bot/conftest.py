"""Fixtures of the bot's tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.app import PyrgaClient, create_client
from bot.settings import Settings
from tests.bot.servers import Server, furnish


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a database of the test's own."""
    return Settings(database_url=f"sqlite:///{tmp_path / 'pyrga.db'}")


@pytest.fixture
def simcord_bot(settings: Settings) -> PyrgaClient:
    """The bot that simcord's fixture starts."""
    return create_client(settings)


@pytest.fixture
async def server(
    simcord_env: simcord.Env, simcord_bot: PyrgaClient, settings: Settings
) -> AsyncIterator[Server]:
    """A server with the bot in it."""
    furnished = furnish(simcord_env, simcord_bot, settings)
    yield furnished
    await furnished.client.close()

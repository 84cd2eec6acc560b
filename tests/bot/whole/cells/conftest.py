"""One server for all cells in a module, because none of them sets the clock or makes Discord fail.

Each cell has its own game with its own members in its own channel. After a cell fails, the next one gets a
new server.
"""

from collections.abc import AsyncIterator, Callable, Generator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.app import create_client
from bot.demo.patience import PatientEnv
from bot.settings import Settings
from tests.bot.clocks import StandingClock
from tests.bot.conftest import settings_in
from tests.bot.servers import ONE_SHARD, Server, furnish
from tests.bot.whole.scenes import Scene, arrange

_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether a test failed, for the fixtures that finish after it."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


class SharedServer:
    """A server that's started when it's first needed, or again after it was stopped."""

    def __init__(self, new_settings: Callable[[], Settings]) -> None:
        self._new_settings = new_settings
        self._running: Server | None = None

    async def running(self) -> Server:
        """Return the server, started if it isn't running."""
        if self._running is None:
            settings, clock = self._new_settings(), StandingClock()
            client = create_client(settings, clock=clock, pause=0, shards=ONE_SHARD)
            env = PatientEnv(client)
            await env.start()
            self._running = furnish(env, client, settings, clock)
        return self._running

    async def stop(self) -> None:
        """Stop the server if it is running."""
        stopped, self._running = self._running, None
        if stopped is not None:
            await stopped.client.close()
            await stopped.env.shutdown()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_server(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path
) -> AsyncIterator[SharedServer]:
    """Yield the server for all cells in the module."""
    shared = SharedServer(lambda: settings_in(tmp_path_factory.mktemp("shared"), migrated))
    yield shared
    await shared.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def simcord_env(
    shared_server: SharedServer, request: pytest.FixtureRequest
) -> AsyncIterator[simcord.Env]:
    """Yield the shared server's Discord, which mustn't have recorded any errors when the test ends."""
    env = (await shared_server.running()).env
    before = env.error_cursor
    yield env
    if request.node.stash.get(_FAILED, False):
        await shared_server.stop()
    else:
        assert env.errors_since(before) == ()


@pytest_asyncio.fixture(loop_scope="module")
async def server(shared_server: SharedServer, simcord_env: simcord.Env) -> Server:
    """Return the shared server."""
    running = await shared_server.running()
    assert running.env is simcord_env
    return running


@pytest_asyncio.fixture(loop_scope="module")
async def scene(server: Server, state: str) -> Scene:
    """Return a game in the state of the cell."""
    return await arrange(server, state)

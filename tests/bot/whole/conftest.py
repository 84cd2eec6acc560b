"""Fixtures of the tests of the whole bot."""

import pytest

from bot.jobs import events
from tests.bot.servers import Server
from tests.bot.whole.dying import Death, threatened
from tests.bot.whole.scenes import Scene, arrange


@pytest.fixture(autouse=True)
def hurried_cups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin games of a cup without a pause: nothing limits how many threads are opened."""
    monkeypatch.setattr(events, "PAUSE", 0)
    monkeypatch.setattr(events, "PAUSE_WITHOUT_THREAD", 0)


@pytest.fixture
async def scene(server: Server, state: str) -> Scene:
    """Return a game in the state of the cell."""
    return await arrange(server, state)


@pytest.fixture
def death(monkeypatch: pytest.MonkeyPatch) -> Death:
    """Return a death that can come before and after every request to Discord and every commit."""
    return threatened(monkeypatch)

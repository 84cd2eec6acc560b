"""The demo's computer thinks while the page takes other clicks."""

import asyncio
import os
import signal
from pathlib import Path
from shutil import copytree

import pytest

from bot.app import PyrgaClient, create_client
from bot.computer.computer import ComputerFailedError
from bot.demo.live_pages import DemoClock
from bot.demo.serving import BackgroundComputer
from bot.settings import Settings
from engine import Level, Position
from tests.bot.clocks import StandingClock
from tests.bot.servers import ONE_SHARD, Server, answer, texts

pytestmark = pytest.mark.thorough


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's cache folder, still empty."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def computer(cache: Path, compiled_solver: Path) -> BackgroundComputer:
    """Return the demo's computer on a machine where a demo was started before."""
    # A copy: other tests may be adding to that folder right now.
    copytree(compiled_solver, cache / "pyrga-solver")
    return BackgroundComputer(DemoClock(), megabytes=16)


@pytest.fixture
def simcord_bot(settings: Settings, clock: StandingClock, computer: BackgroundComputer) -> PyrgaClient:
    return create_client(settings, clock=clock, pause=0, shards=ONE_SHARD, computer=computer)


async def test_a_click_ends_before_the_computer_has_moved(
    server: Server, computer: BackgroundComputer
) -> None:
    computer.live_in(server.env)
    # As a job does it, outside of what simcord counts as the bot's work.
    assert await computer.choose(Position.start(), server.ada.id, Level.ONE) in Position.start().legal_moves
    board = answer(await server.ada.slash(server.channel, "pyrga play", level=1, color="white"))
    pid = computer.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    await server.play(board, "Sb2")
    assert "is thinking…" in texts(board)[-1]
    os.kill(pid, signal.SIGCONT)
    async with asyncio.timeout(30):
        while "to play" not in texts(board)[-1]:  # noqa: ASYNC110 - the board sends no event
            await asyncio.sleep(0.02)


async def test_a_board_is_shown_before_the_search_for_its_values_has_ended(
    server: Server, computer: BackgroundComputer
) -> None:
    computer.live_in(server.env)
    board = answer(await server.ada.slash(server.channel, "pyrga-learn analyze"))
    assert "Looking for" in texts(board)[1]


def compiled(folder: Path) -> dict[str, int]:
    """Return the files in a folder, each with the time it was written."""
    return {str(file): file.stat().st_mtime_ns for file in folder.rglob("*.nb*")}


async def test_another_start_compiles_nothing(computer: BackgroundComputer, cache: Path) -> None:
    before = compiled(cache)
    await computer.choose(Position.start(), 0, Level.ONE)
    await computer.close()
    assert compiled(cache) == before != {}


async def test_compiled_code_is_in_the_users_cache_folder_and_nowhere_else(cache: Path) -> None:
    (cache / "pyrga-solver").touch()
    computer = BackgroundComputer(DemoClock(), megabytes=16)
    with pytest.raises(ComputerFailedError):
        await computer.choose(Position.start(), 0, Level.ONE)
    await computer.close()

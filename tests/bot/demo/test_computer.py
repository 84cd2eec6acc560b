"""The demo's computer thinks while the page takes other clicks."""

import asyncio
import os
import signal

import pytest

from bot.app import PyrgaClient, create_client
from bot.demo.computer import BackgroundComputer
from bot.settings import Settings
from engine import Level, Position
from tests.bot.clocks import StandingClock
from tests.bot.servers import Server, answer, texts


@pytest.fixture
def computer(settings_with_computer: Settings) -> BackgroundComputer:
    settings = settings_with_computer
    return BackgroundComputer(megabytes=settings.solver_megabytes, cache_folder=settings.solver_folder())


@pytest.fixture
def simcord_bot(
    settings_with_computer: Settings, clock: StandingClock, computer: BackgroundComputer
) -> PyrgaClient:
    return create_client(settings_with_computer, clock=clock, pause=0, computer=computer)


async def test_a_click_ends_before_the_computer_has_moved(
    server: Server, computer: BackgroundComputer
) -> None:
    computer.live_in(server.env)
    # As a job does, outside of what simcord counts as the bot's work.
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

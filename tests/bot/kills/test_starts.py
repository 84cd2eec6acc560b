"""The bot is started before its database."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.bot.kills.lives import LONGEST_START, is_there, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.postgresql import Cluster
from tests.loopback.server import loopback

pytestmark = pytest.mark.thorough

AWAY = "the database server can't be reached; trying again"


async def test_a_bot_that_starts_before_the_server_waits_for_it(restartable: Cluster, tmp_path: Path) -> None:
    async with (
        loopback(TOKEN, checked=False) as discord,
        nursery(discord, restartable.address, tmp_path) as place,
    ):
        await asyncio.to_thread(restartable.stop, "fast")
        try:
            bot = await place.fork([])
            await until_waiting(tmp_path / "log")
            assert not discord.identified.is_set()
        finally:
            await asyncio.to_thread(restartable.start)
        async with asyncio.timeout(LONGEST_START):
            await discord.identified.wait()
        await told_to_stop(bot)
    assert has_said(tmp_path / "log", AWAY)


async def test_a_bot_that_is_waiting_for_the_server_stops_when_told_to(
    restartable: Cluster, tmp_path: Path
) -> None:
    async with (
        loopback(TOKEN, checked=False) as discord,
        nursery(discord, restartable.address, tmp_path) as place,
    ):
        await asyncio.to_thread(restartable.stop, "fast")
        try:
            bot = await place.fork([])
            await until_waiting(tmp_path / "log")
            await told_to_stop(bot)
        finally:
            await asyncio.to_thread(restartable.start)
    assert not has_said(tmp_path / "log", "Traceback")


async def until_waiting(log: Path) -> None:
    """Wait until a bot has said that it's waiting."""
    async with asyncio.timeout(LONGEST_START):
        while not has_said(log, AWAY):  # noqa: ASYNC110 - a file has no events
            await asyncio.sleep(0.05)


def has_said(log: Path, sentence: str) -> bool:
    """Return whether a bot has written this to its log."""
    return log.exists() and sentence in log.read_text()


async def told_to_stop(pid: int) -> None:
    """Tell a bot to stop, as a service manager would, and wait until it's gone."""
    os.kill(pid, signal.SIGTERM)
    async with asyncio.timeout(LONGEST_START):
        while is_there(pid):  # noqa: ASYNC110 - it isn't a child of this process
            await asyncio.sleep(0.05)

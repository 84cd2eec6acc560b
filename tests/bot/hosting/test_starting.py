"""``pyrga run`` while Discord is in a bad mood, as a process of its own."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.loopback.kinds import (
    BLOCKED,
    LIMITED_FOR_A_YEAR,
    ODD_LIMITS,
    UNAVAILABLE,
    Kind,
    in_front,
)
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

TOKEN = "MTIz.a-token.of-somebody"
LONGEST_START = 60.0
WAITING = "Discord doesn't let the bot connect yet"
LOGIN, APPLICATION, GATEWAY = "users/@me", "oauth2/applications/@me", "gateway/bot"

RUNS = """
import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import main

url = yarl.URL(sys.argv[1])
Route.BASE = str(url / "api/v10")
DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway"
sys.exit(main(["run"]))
"""


class Bot:
    """A bot that a host has started."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process = process
        self._log = log

    @property
    def said(self) -> str:
        """Return what the host sees."""
        return self._log.read_text()

    async def waiting(self) -> None:
        """Wait until the bot says that it waits."""
        async with asyncio.timeout(LONGEST_START):
            while WAITING not in self.said:  # noqa: ASYNC110 - a file has no events
                await asyncio.sleep(0.05)

    async def stop(self) -> int:
        """Tell it to stop as a service manager would; return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(5):
            return await self._process.wait()

    async def ended(self) -> int:
        """Wait until it ends by itself; return its exit code."""
        async with asyncio.timeout(LONGEST_START):
            return await self._process.wait()

    def kill(self) -> None:
        """End it, unless it has ended."""
        if self._process.returncode is None:
            self._process.kill()


Start = Callable[..., Awaitable[Bot]]


@pytest.fixture
async def discord() -> AsyncIterator[LoopbackDiscord]:
    """Yield a stand-in for Discord that only accepts ``TOKEN``."""
    async with loopback(TOKEN) as server:
        yield server


@pytest.fixture
async def start(discord: LoopbackDiscord, tmp_path: Path) -> AsyncIterator[Start]:
    """Yield what starts the bot, with a token of its choice."""
    begun: list[Bot] = []

    async def begin(token: str = TOKEN) -> Bot:
        log = tmp_path / f"log{len(begun)}"
        with log.open("w") as written:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", RUNS, str(discord.address)),
                stdout=written,
                stderr=written,
                cwd=tmp_path,
                env={
                    **os.environ,
                    "DISCORD_TOKEN": token,
                    "PYRGA_SOLVER_MEGABYTES": "0",
                    "PYTHONPATH": str(Path.cwd()),
                },
            )
        begun.append(Bot(process, log))
        return begun[-1]

    yield begin
    for bot in begun:
        bot.kill()


@pytest.mark.parametrize(
    ("kind", "path"),
    [(UNAVAILABLE, LOGIN), (BLOCKED, APPLICATION), (in_front(429, retry_after=2.0), GATEWAY)],
    ids=lambda each: each.name if isinstance(each, Kind) else each,
)
async def test_a_bot_that_discord_does_not_let_in_says_once_that_it_waits_and_starts_then(
    discord: LoopbackDiscord, start: Start, kind: Kind, path: str
) -> None:
    discord.weather.block(kind, "GET", path, times=2)
    bot = await start()
    async with asyncio.timeout(LONGEST_START):
        await discord.identified.wait()
    assert await bot.stop() == 0
    assert bot.said.count(WAITING) == 1
    assert "Traceback" not in bot.said
    assert "Unclosed" not in bot.said


@pytest.mark.parametrize("kind", [LIMITED_FOR_A_YEAR, *ODD_LIMITS[2:4]], ids=lambda kind: kind.name)
async def test_a_bot_that_waits_asks_no_more_and_stops_when_it_is_told_to(
    discord: LoopbackDiscord, start: Start, kind: Kind
) -> None:
    discord.weather.block(kind)
    bot = await start()
    await bot.waiting()
    await asyncio.sleep(2)
    assert discord.requests == [("GET", LOGIN)]
    assert await bot.stop() == 0
    assert "Traceback" not in bot.said


async def test_a_wrong_token_ends_the_bot_with_a_sentence(start: Start) -> None:
    bot = await start("MTIz.another-token.of-somebody")
    assert await bot.ended() == 2
    assert bot.said.strip().splitlines()[-1].startswith("DISCORD_TOKEN: Discord doesn't accept this token.")
    assert "Traceback" not in bot.said

"""Bots that are killed and started again, one at a time."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.loopback.server import LoopbackDiscord

LONGEST_START = 120.0
"""Maximum number of seconds until a bot is ready."""

_LOOK = 0.01


class Lives:
    """The lives of one bot. ``died`` is set while there is none."""

    def __init__(
        self, nursery: asyncio.subprocess.Process, arguments: list[str], discord: LoopbackDiscord
    ) -> None:
        self.died = asyncio.Event()
        self.died.set()
        self._nursery = nursery
        self._arguments = arguments
        self._discord = discord
        self._pid = 0

    async def begin(self) -> None:
        """Start the bot, and wait until it's ready."""
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._discord.identified.clear()
        self._nursery.stdin.write(f"{json.dumps(self._arguments)}\n".encode())
        self._pid = int(await self._nursery.stdout.readline())
        async with asyncio.timeout(LONGEST_START):
            await self._discord.identified.wait()
        self.died.clear()

    async def end(self, signal_: signal.Signals = signal.SIGKILL) -> None:
        """End the bot, and wait until it's gone."""
        os.kill(self._pid, signal_)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self._pid, 0)
                await asyncio.sleep(_LOOK)
        self._discord.identified.clear()
        self.died.set()


@asynccontextmanager
async def lives(discord: LoopbackDiscord, database: str, folder: Path) -> AsyncIterator[Lives]:
    """A bot that can begin to live."""
    nursery = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bot.kills.nursery"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    bot = Lives(nursery, [str(discord.address), database, str(folder / "log")], discord)
    try:
        yield bot
    finally:
        if not bot.died.is_set():
            await bot.end(signal.SIGTERM)
        assert nursery.stdin is not None
        nursery.stdin.close()
        await nursery.wait()

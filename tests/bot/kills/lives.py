"""Bots that are killed and started again."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.loopback.server import LoopbackDiscord

LONGEST_START = 120.0
"""Maximum number of seconds until a bot is ready."""

_LOOK = 0.01


def is_there(pid: int) -> bool:
    """Return whether a process exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Nursery:
    """Where bots are forked. They share a stand-in for Discord, a database, and a file for what they log."""

    def __init__(
        self, process: asyncio.subprocess.Process, discord: LoopbackDiscord, database: str, folder: Path
    ) -> None:
        self._process = process
        self._arguments = [str(discord.address), database, str(folder / "log")]
        self._turn = asyncio.Lock()

    async def fork(self, arguments: Sequence[str]) -> int:
        """Fork a bot with these arguments of ``pyrga run``, and return its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        async with self._turn:
            self._process.stdin.write(f"{json.dumps([*self._arguments, *arguments])}\n".encode())
            return int(await self._process.stdout.readline())


class Lives:
    """The lives of a bot with one shard. ``born`` is set while it's ready, and ``died`` while it's gone.

    ``process_id`` is that of the current life, or of the last one. ``forks`` counts its starts.
    """

    def __init__(self, nursery: Nursery, discord: LoopbackDiscord, shard: int = 0, shards: int = 1) -> None:
        self.shard = shard
        self.born, self.died = asyncio.Event(), asyncio.Event()
        self._nursery = nursery
        self._gateway = discord.gateway
        self._arguments = ["--shards", str(shard), "--of", str(shards)] if shards > 1 else []
        self.process_id = self.forks = 0

    async def begin(self, patience: float = LONGEST_START) -> None:
        """Start the bot, and wait until it's ready, at most ``patience`` seconds.

        If it ends because the database is away, it's started again, as a service manager would do.
        """
        before = self._gateway.sessions_begun(self.shard)
        async with asyncio.timeout(patience):
            while self._gateway.sessions_begun(self.shard) == before:
                self.forks += 1
                self.process_id = await self._nursery.fork(self._arguments)
                while self.is_there() and self._gateway.sessions_begun(self.shard) == before:  # noqa: ASYNC110
                    await asyncio.sleep(_LOOK)
        self.died.clear()
        self.born.set()

    async def make_tables(self) -> None:
        """Live for long enough to make the tables in the database."""
        await self.begin()
        await self.end()

    async def end(self, signal_: signal.Signals = signal.SIGKILL) -> None:
        """End the bot, and wait until it's gone."""
        self.born.clear()
        with suppress(ProcessLookupError):
            os.kill(self.process_id, signal_)
        while self.is_there():  # noqa: ASYNC110 - it isn't a child of this process
            await asyncio.sleep(_LOOK)
        self.died.set()

    async def until_up(self, guild_id: int) -> None:
        """Wait until there's a bot to answer what happens in a guild."""
        del guild_id
        await self.born.wait()

    async def until_dead(self, guild_id: int) -> None:
        """Wait until a bot dies that may have been asked to answer something in a guild."""
        del guild_id
        await self.died.wait()

    def is_there(self) -> bool:
        """Return whether there's a process."""
        return is_there(self.process_id)

    def is_up(self, guild_id: int) -> bool:
        """Return whether there's a bot to answer what happens in a guild."""
        del guild_id
        return self.born.is_set()


@asynccontextmanager
async def nursery(
    discord: LoopbackDiscord, database: str, folder: Path, *, hurried: bool = True
) -> AsyncIterator[Nursery]:
    """Yield a place where bots can be started. All of them have to be ended before it closes.

    Unless they're ``hurried``, they look for work as seldom as those of hosts.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bot.kills.nursery", *(["hurried"] if hurried else [])),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Nursery(process, discord, database, folder)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


@asynccontextmanager
async def lives(discord: LoopbackDiscord, database: str, folder: Path) -> AsyncIterator[Lives]:
    """Yield the only bot, which can be started."""
    async with nursery(discord, database, folder) as place:
        bot = Lives(place, discord)
        try:
            yield bot
        finally:
            if bot.born.is_set():
                await bot.end(signal.SIGTERM)

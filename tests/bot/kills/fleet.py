"""Several bots that share a database and the shards."""

import asyncio
import signal
from collections import defaultdict

from tests.bot.kills.lives import Lives, Nursery
from tests.loopback.server import LoopbackDiscord

_TO_SHARD = 22
"""Number of bits of a guild's id before those that decide its shard."""


class Fleet:
    """The bots that are alive, by shard. A shard can have several, or none for a while."""

    def __init__(self, nursery: Nursery, discord: LoopbackDiscord, shards: int) -> None:
        self.shards = shards
        self._nursery = nursery
        self._discord = discord
        self._bots: defaultdict[int, list[Lives]] = defaultdict(list)
        self._born = asyncio.Condition()

    def guild(self, shard: int, number: int = 500) -> int:
        """Return the id of a guild that belongs to a shard."""
        return number + (shard << _TO_SHARD)

    async def begin(self, shard: int) -> None:
        """Start one more bot for a shard, and wait until it's ready."""
        bot = Lives(self._nursery, self._discord, shard, self.shards)
        await bot.begin()
        async with self._born:
            self._bots[shard].append(bot)
            self._born.notify_all()

    async def end(self, shard: int, signal_: signal.Signals = signal.SIGKILL) -> None:
        """End the oldest bot of a shard, and wait until it's gone."""
        await self._bots[shard].pop(0).end(signal_)

    async def end_all(self) -> None:
        """End every bot, as a host would."""
        await asyncio.gather(
            *(self.end(shard, signal.SIGTERM) for shard, bots in self._bots.items() for _ in bots)
        )

    async def until_up(self, guild_id: int) -> None:
        """Wait until there's a bot to answer what happens in a guild."""
        async with self._born:
            await self._born.wait_for(lambda: self.is_up(guild_id))

    async def until_dead(self, guild_id: int) -> None:
        """Wait until a bot dies that may have been asked to answer something in a guild."""
        deaths = [asyncio.create_task(bot.died.wait()) for bot in self._of(guild_id)]
        if not deaths:
            return
        try:
            await asyncio.wait(deaths, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for death in deaths:
                death.cancel()

    def is_up(self, guild_id: int) -> bool:
        """Return whether there's a bot to answer what happens in a guild."""
        return bool(self._of(guild_id))

    def _of(self, guild_id: int) -> list[Lives]:
        return self._bots[(guild_id >> _TO_SHARD) % self.shards]

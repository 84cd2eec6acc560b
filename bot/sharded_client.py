"""The connections to Discord's gateway: one for each shard of this process.

Nothing else knows about them. An interaction is answered the same way, no matter which shard or process it
arrives at. discord.py's ``AutoShardedClient`` won't do: it opens all connections before it checks on the
first, retries by calling itself, and paces only one process. This one opens them in a separate task, and
takes turns with other processes through the database.
"""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import structlog
import yarl
from discord.gateway import KeepAliveHandler

from bot.shards import Shards
from bot.ui.context.client import ServingClient
from bot.use_cases.processes import Identifying

# While a new process replaces an old one, each shard may be waiting in both.
_OVERLAP = 2

log = structlog.get_logger(__name__)


class SessionStartsError(Exception):
    """Discord allows fewer session starts than this process has shards.

    ``remaining`` are left, ``needed`` are needed, and after ``wait`` all of them are available again.
    """

    def __init__(self, remaining: int, needed: int, wait: timedelta) -> None:
        super().__init__(f"{remaining} session starts left, {needed} needed")
        self.remaining = remaining
        self.needed = needed
        self.wait = wait


class ShardedClient(ServingClient):
    """A client that connects to Discord once for each of its shards."""

    def __init__(self, identifying: Identifying, **options: Any) -> None:
        super().__init__(**options)
        self._identifying = identifying
        self._buckets = 1
        self._launching: asyncio.Task[None] | None = None
        # Shards whose connection is being opened by the library.
        self._opening: set[int] = set()

    def serve(self, shards: Shards) -> None:
        """Choose the shards, before connecting. The default is all that Discord recommends."""
        self.shard_ids = [*shards.ids]
        self.shard_count = shards.count

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep every shard connected until the client is closed.

        Raises:
            SessionStartsError: Discord doesn't allow as many connections now. It resets the token of a bot
                that tries anyway.
            ConnectionClosed: Discord has ended a connection for good.
            PrivilegedIntentsRequired: it has done so because of the bot's intents.
            GatewayNotFound: Discord doesn't say how to connect.
            OSError, ClientConnectionError: it can't be reached.
        """
        recommended, _, limits = await self.http.get_bot_gateway()
        if self.shard_ids is None:
            self.serve(Shards.all(recommended))
        shards = self._shards
        if limits["remaining"] < len(shards.ids):
            wait = timedelta(milliseconds=limits["reset_after"])
            raise SessionStartsError(limits["remaining"], len(shards.ids), wait)
        self._buckets = limits["max_concurrency"]
        log.info("connecting", shards=str(shards), recommended=recommended, buckets=self._buckets)
        await super().connect(reconnect=reconnect)

    async def launch_shards(self) -> None:
        """Start opening the connections, one after another.

        The library would wait until the last one is open, at up to five seconds each, before it repairs one
        that breaks or notices that Discord refuses them all.
        """
        # Only this keeps the task from being garbage-collected.
        self._launching = asyncio.create_task(super().launch_shards())

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open the connection of a shard, no matter how many tries it takes.

        After each failure, the library logs it, waits, and calls this again from within itself, one level
        deeper each time.
        """
        if shard_id in self._opening:
            raise _UnopenedShardError
        opened = False
        while not opened and not self.is_closed():
            self._opening.add(shard_id)
            try:
                await super().launch_shard(gateway, shard_id, initial=initial)
                opened = True
            except _UnopenedShardError:
                pass
            finally:
                self._opening.discard(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn. The library calls this every time before it identifies a shard."""
        del initial
        bucket = (shard_id or 0) % self._buckets
        sharing = -(-self._shards.count // self._buckets)
        await asyncio.sleep(await self._identifying.take_turn(bucket, most=sharing * _OVERLAP))

    @property
    def is_connected(self) -> bool:
        """Return whether all connections of this process to Discord's gateway are open."""
        opened = [shard for shard in self.shards.values() if not shard.is_closed()]
        return self.shard_ids is not None and len(opened) == len(self.shard_ids)

    async def close(self) -> None:
        """Close the connections, and don't open any more."""
        if self._launching is not None:
            self._launching.cancel()
        await super().close()
        # Connections that were given up while they waited for their turn have threads for their heartbeats,
        # of which the library no longer knows.
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler) and thread.ws.loop is self.loop:
                thread.stop()

    @property
    def _shards(self) -> Shards:
        return Shards(tuple(self.shard_ids or ()), self.shard_count or 0)


class _UnopenedShardError(Exception):
    """The library has failed to open a connection and has waited."""

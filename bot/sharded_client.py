"""The connections to Discord's gateway: one for each shard of this process.

Nothing else knows about them. An interaction is answered the same way, no matter which shard or process it
arrives at. discord.py's ``AutoShardedClient`` won't do: it opens all connections before it checks on the
first, retries by calling itself, and paces only one process. This one opens them in a separate task, and
takes turns with other processes through the database.
"""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from time import monotonic, perf_counter
from typing import Any

import discord
import structlog
import yarl
from discord.gateway import KeepAliveHandler

from bot.shards import Shard, Shards
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import LimitedError, sane_wait, until_answered, until_closed
from bot.use_cases.clocks.downtime import LONGEST_SILENCE
from bot.use_cases.processes import Identifying

# While a new process replaces an old one, each shard may be waiting in both.
_OVERLAP = 2

_LONGEST_PAUSE = 60.0
"""Maximum number of seconds that a shard waits, besides the library's, before it's connected again."""

log = structlog.get_logger(__name__)


class SessionStartsError(LimitedError):
    """Discord lets fewer shards connect for now than this process has.

    It resets the token of a bot that tries anyway.
    """

    def __init__(self, shards: int, remaining: int, wait: float) -> None:
        super().__init__(wait)
        self.args = (f"only {remaining} of {shards} shards may connect for now",)


class ShardedClient(ServingClient):
    """A client that connects to Discord once for each of its shards."""

    def __init__(self, identifying: Identifying, **options: Any) -> None:
        super().__init__(**options)
        self._identifying = identifying
        self._buckets = 1
        # How many identifies there may be before Discord is asked again how many are left.
        self._identifies = 0
        self._launching: asyncio.Task[None] | None = None
        # Shards whose connection is being opened by the library.
        self._opening: set[int] = set()
        # What keeps the last session of each shard alive, and knows when it was last heard from.
        self._sessions: dict[int, KeepAliveHandler | None] = {}
        parsers = self._connection.parsers
        for event, parse in parsers.items():
            parsers[event] = partial(self._read, event, parse)

    def _read(self, event: str, parse: Callable[[Any], None], told: Any) -> None:
        """Let the library read an event. One that makes no sense is left out; it would end the bot."""
        try:
            if event == "READY":
                self._check_application(told)
            parse(told)
        except Exception as error:  # noqa: BLE001 - the library may raise anything
            log.warning("Discord says something that makes no sense", what=event, error=repr(error))

    def _check_application(self, ready: dict[str, Any]) -> None:
        if int(ready["application"]["id"]) != self.application_id:
            raise ValueError("it's for another application")

    def serve(self, shards: Shards) -> None:
        """Choose the shards, before connecting. The default is all that Discord recommends."""
        self.shard_ids = [*shards.ids]
        self.shard_count = shards.count

    async def login(self, token: str) -> None:
        """Log in as soon as Discord lets the bot in.

        Raises:
            TokenError: Discord doesn't accept the token.
        """
        await until_answered(partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        # Each time, the library makes another session, and doesn't close the one before.
        await self.http.close()
        self.http.connector = discord.utils.MISSING
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect every shard as soon as Discord lets it, and keep it connected until the client is closed.

        Raises:
            TokenError: Discord no longer accepts the token.
            ClosedError: Discord has ended a connection for good.
        """
        await until_answered(self._ask_for_gateway)
        await until_closed(super().connect(reconnect=reconnect))

    async def _ask_for_gateway(self) -> None:
        recommended, _, limits = await self.http.get_bot_gateway()
        if self.shard_ids is None:
            self.serve(Shards.all(recommended))
        if limits["remaining"] < len(self._shards.ids):
            wait = sane_wait(limits["reset_after"] / 1000)
            raise SessionStartsError(len(self._shards.ids), limits["remaining"], wait)
        self._buckets = max(limits["max_concurrency"], 1)
        # Other processes identify shards, too.
        self._identifies = max(limits["remaining"] // 4, len(self._shards.ids))
        log.info("connecting", shards=str(self._shards), recommended=recommended, buckets=self._buckets)

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
        opened, pause = False, 0.0
        while not opened and not self.is_closed():
            await asyncio.sleep(pause)
            pause = min(2 * pause + 1, _LONGEST_PAUSE)
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
        if self._identifies <= 0:
            await until_answered(self._ask_for_gateway)
        self._identifies -= 1
        bucket = (shard_id or 0) % self._buckets
        sharing = -(-self._shards.count // self._buckets)
        await asyncio.sleep(await self._identifying.take_turn(bucket, most=sharing * _OVERLAP))

    def note_session(self, shard_id: int) -> None:
        """Note that a shard has a session, which it has just begun or resumed."""
        # An imitation of Discord has no such thing, and never falls silent.
        self._sessions[shard_id] = getattr(self._get_websocket(shard_id=shard_id), "_keep_alive", None)

    @property
    def is_connected(self) -> bool:
        """Return whether Discord's gateway answers on all connections of this process."""
        longest, opened = LONGEST_SILENCE.total_seconds(), self.shards.items()
        heard = [each for each, shard in opened if not shard.is_closed() and self._silence(each) <= longest]
        return self.shard_ids is not None and len(heard) == len(self.shard_ids)

    def silences(self) -> dict[Shard, float]:
        """Return how many seconds ago people could last play in the servers of each shard.

        That takes a session and requests that work. Shards that haven't had a session are left out.
        """
        since, count = self.limits.failing_since, self.shard_count or 1
        failing = 0.0 if since is None else monotonic() - since
        return {Shard(each, count): max(self._silence(each), failing) for each in self._sessions}

    def _silence(self, shard_id: int) -> float:
        session = self._sessions.get(shard_id)
        # The library tells only how long the last answer took, even if it's the last for good.
        return 0.0 if session is None else perf_counter() - session._last_recv  # noqa: SLF001

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

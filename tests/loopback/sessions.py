"""The sessions that bots have at the stand-in's gateway, one for each shard of each process."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from random import uniform
from typing import Any

from aiohttp import web

from tests.loopback.places import APPLICATION_ID

DISPATCH = 0

_LONGEST_DELAY = 0.5
"""Maximum number of seconds by which an event comes late if they come out of order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What's wrong with the gateway. As it stands, nothing is.

    While it ``is_refusing``, no connection is accepted, and while it ``is_mute``, new ones are, in silence.
    READY and lists have a ``visible_share`` of the servers. READY comes ``ready_times``, for the application
    ``application_id``. Events may come twice, and out of order.
    """

    is_refusing: bool = False
    is_mute: bool = False
    visible_share: float = 1.0
    ready_times: int = 1
    application_id: int = APPLICATION_ID
    events_twice: bool = False
    events_shuffled: bool = False


@dataclass(frozen=True, slots=True)
class Identify:
    """A shard that has identified itself. ``at`` is a time from ``time.monotonic``."""

    shard: int
    count: int
    bucket: int
    at: float


@dataclass(slots=True)
class Session:
    """A session, with its past events if it can be resumed. If it ``is_silent``, nothing is sent."""

    id: str
    shard: int
    count: int
    socket: web.WebSocketResponse
    is_resumable: bool
    sequence: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    is_silent: bool = False

    def owns(self, data: dict[str, Any]) -> bool:
        """Return whether an event belongs to the shard: of one of its servers, or a DM to shard 0."""
        return (int(data.get("guild_id") or 0) >> 22) % self.count == self.shard

    @property
    def is_open(self) -> bool:
        """Return whether the bot is connected."""
        return not self.socket.closed

    async def tell(self, event: str, data: dict[str, Any], condition: Condition) -> None:
        """Tell the bot that something happened, now or when it resumes the session."""
        self.sequence += 1
        sent = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        if self.is_resumable:
            self.events.append(sent)
        if condition.events_shuffled:
            await asyncio.sleep(uniform(0, _LONGEST_DELAY))
        for _ in range(2 if condition.events_twice else 1):
            await self._send(sent)

    async def command(self, op: int, *, data: bool | None) -> None:
        """Tell the bot what to do with the connection."""
        await self._send({"op": op, "d": data})

    async def resume(self, socket: web.WebSocketResponse, sequence: int, condition: Condition) -> None:
        """Continue on another connection, from the event after ``sequence``."""
        self.socket, self.is_silent = socket, False
        for event in [event for event in self.events if event["s"] > sequence]:
            await socket.send_json(event)
        await self.tell("RESUMED", {}, condition)

    async def _send(self, sent: dict[str, Any]) -> None:
        # A process that was killed hears nothing.
        with contextlib.suppress(ConnectionError):
            if self.is_open and not self.is_silent:
                await self.socket.send_json(sent)

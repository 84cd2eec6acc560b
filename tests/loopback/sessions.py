"""The sessions that bots have at the stand-in's gateway, one for each shard of each process."""

import contextlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

DISPATCH = 0


@dataclass(frozen=True, slots=True)
class Identify:
    """A shard that has identified itself. ``at`` is a time from ``time.monotonic``."""

    shard: int
    count: int
    bucket: int
    at: float


@dataclass(slots=True)
class Session:
    """A session, with its past events if it can be resumed."""

    id: str
    shard: int
    count: int
    socket: web.WebSocketResponse
    is_resumable: bool
    sequence: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)

    def owns(self, data: dict[str, Any]) -> bool:
        """Return whether an event belongs to the shard: of one of its servers, or a DM to shard 0."""
        return (int(data.get("guild_id") or 0) >> 22) % self.count == self.shard

    @property
    def is_open(self) -> bool:
        """Return whether the bot is connected."""
        return not self.socket.closed

    async def tell(self, event: str, data: dict[str, Any]) -> None:
        """Tell the bot that something happened, now or when it resumes the session."""
        self.sequence += 1
        sent = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        if self.is_resumable:
            self.events.append(sent)
        # A process that was killed hears nothing.
        with contextlib.suppress(ConnectionError):
            if self.is_open:
                await self.socket.send_json(sent)

    async def resume(self, socket: web.WebSocketResponse, sequence: int) -> None:
        """Continue on another connection, from the event after ``sequence``."""
        self.socket = socket
        for event in [event for event in self.events if event["s"] > sequence]:
            await socket.send_json(event)
        await self.tell("RESUMED", {})

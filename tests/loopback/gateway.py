"""The stand-in's WebSocket: tells the bot that it's ready, and what happens."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import yarl
from aiohttp import WSMsgType, web

from tests.loopback.places import BOT, guild_payload
from tests.loopback.sessions import Condition, Identify, Session

HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 1, 2, 6, 7, 9, 10, 11
UNKNOWN_ERROR, INVALID_SHARD = 4000, 4010


class Gateway:
    """The bot's connections. What happens between two connections of a session is sent when it resumes.

    Without ``resumable``, nothing is kept for that.

    Attributes:
        identified: Set once an identify has given every shard a connection.
        refusal: The code that refuses every shard that identifies itself, if there is one.
        condition: What's wrong with the gateway.
        guilds: The servers that the bot is in.
        recommended: How many shards the bot should have.
        max_concurrency: How many shards may identify themselves at the same time.
        heartbeat: Number of seconds between the bot's heartbeats.
        pause: Minimum number of seconds between identifies in a bucket. A shard that doesn't wait has to
            identify itself again, and that's one of the ``violations``.
        remaining: How many more sessions may be started. One more is a violation, too.
        reset_after: In how many seconds it says that there are 1000 again.
        broken: How many more connections break before they begin.
        identifies: The shards that have identified themselves, in order.
    """

    def __init__(self, violations: list[str], guilds: Iterable[int] = (), *, resumable: bool = True) -> None:
        self.identified = asyncio.Event()
        self.refusal: int | None = None
        self.condition = Condition()
        self.guilds = guilds
        self.recommended = 1
        self.max_concurrency = 1
        self.pause = 5.0
        self.heartbeat = 40.0
        self.remaining = 1000
        self.reset_after = 4 * 60 * 60.0
        self.broken = 0
        self.identifies: list[Identify] = []
        self.address = yarl.URL()
        self._violations = violations
        self._resumable = resumable
        self._sessions: dict[str, Session] = {}
        self._numbers = count(1)
        self._begun: Counter[int] = Counter()
        self._changed = asyncio.Event()

    def describe(self) -> dict[str, Any]:
        """Tell a bot what it asks before it connects."""
        return {
            "url": str(self.address),
            "shards": self.recommended,
            "session_start_limit": {
                "total": 1000,
                "remaining": self.remaining,
                "reset_after": int(self.reset_after * 1000),
                "max_concurrency": self.max_concurrency,
            },
        }

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Tell every session of the right shard that something happened.

        Each process has one: there are several while a new process replaces an old one.
        """
        await self.identified.wait()
        for session in [*self._sessions.values()]:
            if session.owns(data):
                await session.tell(event, data, self.condition)

    async def connected(self, *shards: int) -> None:
        """Wait until these shards have a connection, whether or not the others do."""
        while not self._connected >= {*shards}:
            self._changed.clear()
            await self._changed.wait()

    def sessions_begun(self, shard: int) -> int:
        """Return how many sessions of a shard have begun."""
        return self._begun[shard]

    async def disconnect(self, code: int = UNKNOWN_ERROR) -> None:
        """Close the connections, usually in a way that lets the bot resume."""
        for session in [*self._sessions.values()]:
            await session.socket.close(code=code)

    async def silence(self, *shards: int) -> None:
        """Say nothing more on the connections of these shards, or all, not even in answer to heartbeats."""
        for session in self._sessions.values():
            session.is_silent |= not shards or session.shard in shards

    async def ask_for_heartbeats(self) -> None:
        """Tell the bot to send a heartbeat on each connection now, as Discord may."""
        await self._command(HEARTBEAT)

    async def reconnect(self) -> None:
        """Tell the bot to connect again and to resume."""
        await self._command(RECONNECT)

    async def invalidate(self, *, is_resumable: bool = False) -> None:
        """End the sessions, so that every shard has to identify itself again, or tell them to resume."""
        if is_resumable:
            await self._command(INVALID_SESSION, data=True)
            return
        ended, self._sessions = self._sessions, {}
        self.identified.clear()
        for session in ended.values():
            await session.command(INVALID_SESSION, data=False)

    @asynccontextmanager
    async def under(self, **changes: Any) -> AsyncIterator[None]:
        """Have the gateway in another condition, of which ``changes`` are fields, and then as it was."""
        before, self.condition = self.condition, replace(self.condition, **changes)
        try:
            yield
        finally:
            self.condition = before

    @asynccontextmanager
    async def away(self, code: int = UNKNOWN_ERROR) -> AsyncIterator[None]:
        """Close all connections and accept no other meanwhile."""
        async with self.under(is_refusing=True):
            await self.disconnect(code)
            yield

    def visible_guilds(self) -> list[int]:
        """Return the servers that READY and lists have now."""
        return [each for each in self.guilds if Random(each).random() < self.condition.visible_share]

    async def tell_of_outage(self, *, begins: bool) -> None:
        """Say that all servers are unavailable from now on, or available again."""
        for guild_id in [*self.guilds]:
            for session in [*self._sessions.values()]:
                if session.owns({"guild_id": guild_id}) and begins:
                    await session.tell(
                        "GUILD_DELETE", {"id": str(guild_id), "unavailable": True}, self.condition
                    )
                elif session.owns({"guild_id": guild_id}):
                    await session.tell("GUILD_CREATE", guild_payload(guild_id), self.condition)

    async def _command(self, op: int, *, data: bool | None = None) -> None:
        for session in [*self._sessions.values()]:
            await session.command(op, data=data)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handle one connection."""
        if self.condition.is_refusing:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.broken:
            self.broken -= 1
            await socket.close(code=UNKNOWN_ERROR)
            return socket
        if not self.condition.is_mute:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            await self._answer(socket, json.loads(message.data))
        return socket

    async def _answer(self, socket: web.WebSocketResponse, received: dict[str, Any]) -> None:
        if received["op"] == HEARTBEAT:
            if not any(session.is_silent and session.socket is socket for session in self._sessions.values()):
                await socket.send_json({"op": HEARTBEAT_ACK, "d": None})
        elif received["op"] == IDENTIFY and self.refusal is not None:
            await socket.close(code=self.refusal)
        elif received["op"] == IDENTIFY:
            await self._identify(socket, *received["d"].get("shard", (0, 1)))
        elif received["op"] == RESUME:
            session = self._sessions.get(received["d"]["session_id"])
            if session is None:
                await socket.send_json({"op": INVALID_SESSION, "d": False})
            else:
                await session.resume(socket, received["d"]["seq"], self.condition)
                self._changed.set()

    async def _identify(self, socket: web.WebSocketResponse, shard: int, of: int) -> None:
        if not 0 <= shard < of:
            await socket.close(code=INVALID_SHARD)
            return
        if self._is_too_soon(Identify(shard, of, shard % self.max_concurrency, monotonic())):
            await socket.send_json({"op": INVALID_SESSION, "d": False})
            return
        session = Session(f"loopback-{next(self._numbers)}", shard, of, socket, self._resumable)
        # No one resumes a closed session now that the shard has this one.
        kept = [each for each in self._sessions.values() if each.is_open or each.shard != shard]
        self._sessions = {each.id: each for each in (*kept, session)}
        for _ in range(self.condition.ready_times):
            await session.tell("READY", self._ready(session), self.condition)
        self._begun[shard] += 1
        if self._connected >= {*range(of)}:
            self.identified.set()
        self._changed.set()

    def _is_too_soon(self, identify: Identify) -> bool:
        of_bucket = [each for each in self.identifies if each.bucket == identify.bucket]
        self.identifies.append(identify)
        self.remaining -= 1
        if self.remaining < 0:
            self._violations.append(f"shard {identify.shard}: no session starts are left")
        if not of_bucket or identify.at - of_bucket[-1].at >= self.pause:
            return False
        passed = identify.at - of_bucket[-1].at
        self._violations.append(
            f"shard {identify.shard}: identified {passed:.2f} s after {of_bucket[-1].shard}"
        )
        return True

    @property
    def _connected(self) -> set[int]:
        return {session.shard for session in self._sessions.values() if session.is_open}

    def _ready(self, session: Session) -> dict[str, Any]:
        application = str(self.condition.application_id)
        guilds = [each for each in self.visible_guilds() if session.owns({"guild_id": each})]
        return {
            "v": 10,
            "user": {**BOT, "id": application},
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guilds],
            "session_id": session.id,
            "resume_gateway_url": str(self.address),
            "shard": [session.shard, session.count],
            "application": {"id": application, "flags": 0},
        }

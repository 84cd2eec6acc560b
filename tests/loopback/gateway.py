"""The stand-in's WebSocket: tells the bot that it is ready, and what happens."""

import asyncio
import contextlib
import json
from typing import Any

import yarl
from aiohttp import WSMsgType, web

from tests.loopback.places import APPLICATION_ID, BOT

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 10, 11


class Gateway:
    """The bot's connections. What happens between two connections of one session is sent when it resumes.

    Without ``resumable``, nothing is kept for that. Every bot that identifies itself is refused with the code
    ``refusal``, if there is one.
    """

    def __init__(self, *, resumable: bool = True) -> None:
        self.identified = asyncio.Event()
        self.refusal: int | None = None
        self.address = yarl.URL()
        self._sockets: list[web.WebSocketResponse] = []
        self._resumable = resumable
        self._events: list[dict[str, Any]] = []
        self._sequence = 1

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Tell every session that something happened, as Discord does with several of one shard."""
        await self.identified.wait()
        self._sequence += 1
        sent = {"op": DISPATCH, "t": event, "s": self._sequence, "d": data}
        if self._resumable:
            self._events.append(sent)
        for socket in self._sockets:
            # A process that was killed hears nothing.
            with contextlib.suppress(ConnectionError):
                if not socket.closed:
                    await socket.send_json(sent)

    async def disconnect(self) -> None:
        """Close the connections in a way after which the bot resumes."""
        for socket in self._sockets:
            await socket.close(code=4000)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one connection."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            await self._answer(socket, json.loads(message.data))
        return socket

    async def _answer(self, socket: web.WebSocketResponse, received: dict[str, Any]) -> None:
        if received["op"] == HEARTBEAT:
            await socket.send_json({"op": HEARTBEAT_ACK, "d": None})
        if received["op"] == IDENTIFY and self.refusal is not None:
            await socket.close(code=self.refusal)
        elif received["op"] == IDENTIFY:
            self._sockets.append(socket)
            await socket.send_json({"op": DISPATCH, "t": "READY", "s": 1, "d": self._ready()})
            self.identified.set()
        if received["op"] == RESUME:
            self._sockets.append(socket)
            missed = [event for event in self._events if event["s"] > received["d"]["seq"]]
            for event in [*missed, {"op": DISPATCH, "t": "RESUMED", "s": None, "d": {}}]:
                await socket.send_json(event)

    def _ready(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": BOT,
            "guilds": [],
            "session_id": "loopback",
            "resume_gateway_url": str(self.address),
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }

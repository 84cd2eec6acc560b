"""The stand-in's WebSocket: tells the bot that it is there, and what happens."""

import asyncio
import json
from typing import Any

import yarl
from aiohttp import WSMsgType, web

from tests.loopback.places import APPLICATION_ID, BOT

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 10, 11


class Gateway:
    """One bot's connections, one after the other. What happens between two of them is sent on resuming."""

    def __init__(self) -> None:
        self.identified = asyncio.Event()
        self.address = yarl.URL()
        self._socket: web.WebSocketResponse | None = None
        self._events: list[dict[str, Any]] = []

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Tell the bot that something happened."""
        await self.identified.wait()
        self._events.append({"op": DISPATCH, "t": event, "s": len(self._events) + 2, "d": data})
        if self._socket is not None and not self._socket.closed:
            await self._socket.send_json(self._events[-1])

    async def disconnect(self) -> None:
        """Close the connection in a way after which the bot resumes."""
        if self._socket is not None:
            await self._socket.close(code=4000)

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
        if received["op"] == IDENTIFY:
            self._socket = socket
            await socket.send_json({"op": DISPATCH, "t": "READY", "s": 1, "d": self._ready()})
            self.identified.set()
        if received["op"] == RESUME:
            self._socket = socket
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

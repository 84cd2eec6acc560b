"""A small stand-in for Discord on 127.0.0.1: real HTTP and a real WebSocket, for what simcord cannot play."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import yarl
from aiohttp import WSMsgType, web

APPLICATION_ID = 1_100_000_000_000_000_001
BOT_ID = APPLICATION_ID
HELLO, IDENTIFY, HEARTBEAT, HEARTBEAT_ACK, DISPATCH = 10, 2, 1, 11, 0
_BOT = {"id": str(BOT_ID), "username": "Pyrga", "discriminator": "0", "avatar": None, "bot": True}


class LoopbackDiscord:
    """Accepts one token, registers commands, and lets the bot's gateway come to READY."""

    def __init__(self, token: str) -> None:
        self.requests: list[tuple[str, str]] = []
        self.commands: list[dict[str, Any]] = []
        self.identified = asyncio.Event()
        self._token = token
        self._runner: web.AppRunner | None = None
        self.address = yarl.URL()

    async def start(self) -> None:
        """Listen on a free port."""
        application = web.Application()
        application.router.add_get("/gateway", self._gateway)
        application.router.add_route("*", "/api/v10/{path:.*}", self._answer)
        self._runner = web.AppRunner(application)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.address = yarl.URL(site.name)

    async def stop(self) -> None:
        """Close every connection."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        self.requests.append((request.method, path))
        if request.headers.get("Authorization") != f"Bot {self._token}":
            return _reply({"message": "401: Unauthorized", "code": 0}, 401)
        if path == "users/@me":
            return _reply(_BOT)
        if path == "oauth2/applications/@me":
            return _reply(_application())
        if request.method == "PUT" and path.endswith("/commands"):
            self.commands = await request.json()
            return _reply([_registered(index, command) for index, command in enumerate(self.commands)])
        return _reply({"message": "404: Not Found", "code": 0}, 404)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            operation = json.loads(message.data)["op"]
            if operation == HEARTBEAT:
                await socket.send_json({"op": HEARTBEAT_ACK, "d": None})
            if operation == IDENTIFY:
                self.identified.set()
                await socket.send_json({"op": DISPATCH, "t": "READY", "s": 1, "d": self._ready()})
        return socket

    def _ready(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": _BOT,
            "guilds": [],
            "session_id": "loopback",
            "resume_gateway_url": str(self.address.with_scheme("ws") / "gateway"),
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }


@asynccontextmanager
async def loopback(token: str) -> AsyncIterator[LoopbackDiscord]:
    """Run the stand-in, which accepts ``token`` only."""
    server = LoopbackDiscord(token)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _reply(body: object, status: int = 200) -> web.Response:
    # The library takes the answer for text unless the type is exactly this.
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def _application() -> dict[str, Any]:
    return {
        "id": str(APPLICATION_ID),
        "name": "Pyrga",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "team": None,
        "owner": _BOT,
    }


def _registered(index: int, command: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": str(APPLICATION_ID + 100 + index),
        "application_id": str(APPLICATION_ID),
        "version": "1",
        "default_member_permissions": None,
        "description": "",
        **command,
    }

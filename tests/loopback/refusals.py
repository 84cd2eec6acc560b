"""How Discord answers a request, and how it refuses one."""

import json
import socket
import struct
from typing import Any

from aiohttp import web

from tests.loopback.kinds import Cut, Kind


class RefusedError(Exception):
    """A refused request."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind.name)
        self.kind = kind


def reply(body: object, status: int = 200) -> web.Response:
    """Return an answer as Discord sends it: the library treats it as text unless the type is exactly this."""
    text = json.dumps(body).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json"})


def refuse(kind: Kind) -> web.Response:
    """Return the answer of a kind that has one of its own."""
    assert kind.status is not None
    return web.Response(body=kind.body, status=kind.status, headers=kind.headers)


def cut(request: web.Request, how: Cut) -> None:
    """End the connection of a request without an answer."""
    transport: Any = request.transport
    if transport is None:
        return
    if how is Cut.RESET:
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
    transport.close()

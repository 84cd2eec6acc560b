"""How Discord answers a request that it refuses."""

import asyncio
import json
from dataclasses import dataclass, field
from fnmatch import fnmatch

from aiohttp import web


class RefusedError(Exception):
    """A refused request, with Discord's code for the reason."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.code = code
        self.message = message


UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
EXPIRED_TOKEN = (401, 50027, "Invalid Webhook Token")
NO_ACCESS = (403, 50001, "Missing Access")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
HAS_THREAD = (400, 160004, "A thread has already been created for this message")
UNFIT_BODY = (400, 50035, "Invalid Form Body")


@dataclass(slots=True)
class Fault:
    """What happens to the next ``times`` requests of a kind: a wait, a refusal, a limit, a broken connection.

    ``path`` may contain ``*`` for any text. ``delay`` is in seconds, and so is a limit's ``retry_after``. A
    request on a ``broken`` connection isn't carried out. One that waits ``until`` something happens is
    carried out then. One with ``last`` is carried out, too, and the answer announces that no other is allowed
    for this many seconds.
    """

    method: str
    path: str
    times: int = 1
    delay: float = 0.0
    until: asyncio.Event | None = None
    refusal: tuple[int, int, str] | None = None
    retry_after: float | None = None
    last: float | None = None
    broken: bool = False
    happened: asyncio.Event = field(default_factory=asyncio.Event)

    def games(self, method: str, path: str) -> bool:
        """Return whether this request is affected."""
        return self.times > 0 and method == self.method and fnmatch(path, self.path)


def reply(body: object, status: int = 200) -> web.Response:
    """Return an answer as Discord sends it: the library treats it as text unless the type is exactly this."""
    text = json.dumps(body).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json"})


def refuse(status: int, code: int, message: str) -> web.Response:
    """Return a refusal."""
    return reply({"message": message, "code": code}, status)


def announce(answer: web.Response, seconds: float) -> None:
    """Say with an answer that it's the last for a while."""
    answer.headers.update(
        {
            "X-RateLimit-Bucket": "a-bucket",
            "X-RateLimit-Limit": "1",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": str(seconds),
        }
    )


def limit(retry_after: float) -> web.Response:
    """Return too many requests. Without the header Via, the library would mistake it for a ban."""
    body = json.dumps({"message": "You are being rate limited.", "retry_after": retry_after, "global": False})
    headers = {"Content-Type": "application/json", "Via": "1.1 google", "Retry-After": str(retry_after)}
    return web.Response(body=body.encode(), status=429, headers=headers)

"""What Discord has said about asking too much, and whether it answers at all: remembered, and kept to.

Whoever goes on asking while they're limited is banned: Discord counts answers 401, 403, and 429, and allows
10,000 in ten minutes. The bot stays below a tenth of that, whatever people do.
"""

import asyncio
import json
import re
from contextvars import ContextVar
from http import HTTPStatus
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import structlog

from bot.ui.context.requests import (
    LONGEST,
    PATIENCE,
    LimitedError,
    RequestError,
    UnreachableError,
    note_answered,
    sane_wait,
)

by_person: ContextVar[bool] = ContextVar("by_person", default=False)
"""Whether a person has caused what's done here, who may try once in spite of a limit."""

SHORT: Final = 2.0
"""Maximum number of seconds for which background work waits for its turn instead of giving up."""

LONGEST_PAUSE: Final = 60.0
"""Maximum number of seconds between two requests of background work while Discord answers none of them."""

MOST_INVALID: Final = 10
"""After this many answers in a row that count toward a ban, people's clicks try once a second in all."""

_MOST_REMEMBERED = 10_000
_EVERYTHING = ""
_ABOUT_MESSAGES: Final = re.compile(r"/(messages|callback|webhooks)\b")
_ANSWERS: Final = re.compile(r"/(interactions|webhooks)/")
_ID = re.compile(r"/\d{15,}")
_INVALID = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}

_Request = (
    aiohttp.TraceRequestStartParams | aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams
)

log = structlog.get_logger(__name__)


class Limits:
    """The limits of one client, by route and for everything, and a breaker.

    After an answer that counts toward a ban, background work pauses before each request until Discord answers
    one: for as long as there have been such answers, from one second up to ``LONGEST_PAUSE``.
    """

    def __init__(self) -> None:
        self.failing_since: float | None = None
        """When Discord began to answer nothing at all, in seconds of ``monotonic``; None while it answers."""
        self._until: dict[str, float] = {}
        self._invalid = 0
        self._invalid_since = self._next = self._next_try = 0.0

    def trace(self) -> aiohttp.TraceConfig:
        """Return what keeps the requests of a client within the limits."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._admit)
        trace.on_request_end.append(self._judge)
        trace.on_request_exception.append(self._note_silence)
        return trace

    async def _admit(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Let a request of background work wait for its turn, or fail if that isn't soon."""
        if not (_is_for_api(request) and (self._until or self._invalid)):
            return
        now = monotonic()
        if by_person.get() or _ANSWERS.search(request.url.path):
            is_refused = self._until.get(_EVERYTHING, now) > now or self._invalid >= MOST_INVALID
            if is_refused and now < self._next_try:
                raise LimitedError(self._next_try - now)
            self._next_try = now + 1.0
            return
        wait = max(self._until.get(key, now) - now for key in (_EVERYTHING, _route(request)))
        if wait <= 0 and self._invalid:
            wait = max(self._next - now, 0.0)
            if wait <= SHORT:
                self._next = now + wait + self._pause
                await asyncio.sleep(wait)
                return
        if wait > 0:
            raise LimitedError(wait)

    @property
    def is_closed(self) -> bool:
        """Return whether background work can ask for nothing now."""
        return (
            max(self._until.get(_EVERYTHING, 0.0), self._next if self._invalid else 0.0) > monotonic() + SHORT
        )

    @property
    def _pause(self) -> float:
        return min(max(monotonic() - self._invalid_since, 1.0), LONGEST_PAUSE)

    async def _judge(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Remember what an answer says about limits, and fail if it isn't one, or has the bot wait too long.

        The library never waits less than 30 seconds, and waits for any time with the answers to interactions.
        """
        response, task = request.response, asyncio.current_task()
        if not _is_for_api(request):
            return
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._fail()
            return
        limited = response.status == HTTPStatus.TOO_MANY_REQUESTS
        if task is not None and not limited:
            note_answered(task)
        said = await _said(response)
        if limited:
            self._limit(request, said)
        elif said is None:
            self._fail()
            self._count(response)
            raise UnreachableError(f"{response.status} without an answer of Discord's own")
        else:
            self.failing_since = None
            self._count(response)

    def _limit(self, request: aiohttp.TraceRequestEndParams, said: Any) -> None:
        """Remember a limit that's longer than the library should wait."""
        headers = request.response.headers
        own = isinstance(said, dict) and "retry_after" in said and "Via" in headers
        wait = sane_wait(said["retry_after"] if own else headers.get("Retry-After"))
        is_sane = own and wait == said["retry_after"]
        everything = not own or said.get("global") is True
        # If whoever asks gave up while the library waits out a limit for everything, it would wait forever.
        longest = PATIENCE if _ABOUT_MESSAGES.search(request.url.path) else LONGEST
        if is_sane and wait <= longest and not everything:
            return
        if everything:
            self._fail()
        self._remember(_EVERYTHING if everything else _route(request), monotonic() + wait)
        self._count(request.response)
        # The address may contain the secret with which an interaction is answered.
        log.warning("Discord limits the rate", method=request.method, seconds=wait, everything=everything)
        raise LimitedError(wait)

    def _remember(self, route: str, until: float) -> None:
        now = monotonic()
        known = self._until if len(self._until) < _MOST_REMEMBERED else {}
        self._until = {each: end for each, end in known.items() if end > now} | {route: until}

    def _count(self, response: aiohttp.ClientResponse) -> None:
        """Note that an answer counts toward a ban, or that Discord has answered."""
        if response.status not in _INVALID:
            self._invalid = 0
        elif response.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid_since = self._invalid_since if self._invalid else monotonic()
            self._invalid += 1
            self._next = monotonic() + self._pause

    def _fail(self) -> None:
        if self.failing_since is None:
            self.failing_since = monotonic()

    async def _note_silence(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if _is_for_api(request) and not isinstance(request.exception, RequestError):
            self._fail()


def _is_for_api(request: _Request) -> bool:
    """Return whether a request isn't one for a connection to the gateway."""
    return request.url.path.startswith("/api/")


def _route(request: _Request) -> str:
    """Return what Discord limits together: requests of a method and a kind, in one channel or server."""
    path = request.url.path
    major = _ID.search(path)
    kind = path if major is None else path[: major.end()] + _ID.sub("/", path[major.end() :])
    return f"{request.method} {kind}"


async def _said(response: aiohttp.ClientResponse) -> Any:
    """Return what Discord says in an answer; None if it isn't Discord who answers, or it makes no sense.

    What's in an answer that isn't an error is left to the library, but for its type.
    """
    if response.status == HTTPStatus.NO_CONTENT:
        return {}
    if response.status < HTTPStatus.BAD_REQUEST:
        return {} if response.content_type == "application/json" else None
    try:
        said = json.loads(await response.read())
    except ValueError:
        return None
    sound = isinstance(said, dict) and isinstance(said.get("errors", {}), dict)
    return said if sound and isinstance(said.get("code", 0), int) else None

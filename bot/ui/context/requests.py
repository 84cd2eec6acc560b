"""Asks Discord for something, and what can go wrong then."""

import asyncio
import re
from collections.abc import Coroutine
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any, Final, TypeVar
from weakref import WeakSet

import aiohttp
import discord
import structlog

from bot.metrics import REQUESTS_GIVEN_UP
from bot.store.connections.transactions import check_fence

PATIENCE: Final = 5.0
"""Maximum number of seconds that Discord may take for a message, limits included."""

LONGEST: Final = 30.0
"""The same for everything else."""

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord refuses, has us wait longer than we can, or can't be reached."""

_ABOUT_MESSAGES: Final = re.compile(r"/(messages|callback|webhooks)\b")
_LIMITED = 429
_SERVER_ERROR = 500
_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060
_UNKNOWN_MESSAGE = 10008

T = TypeVar("T")

log = structlog.get_logger(__name__)


# The tasks to whose latest request Discord has given its final answer.
_ANSWERED: Final[WeakSet[asyncio.Task[Any]]] = WeakSet()


async def ask(request: Coroutine[Any, Any, T], patience: float | None = None) -> T:
    """Ask Discord for something about a message, and give up after ``patience`` or ``PATIENCE`` seconds.

    The library itself waits as long as Discord limits the rate, repeats for 25 seconds what Discord answers
    with errors, and waits for five minutes if Discord says nothing. With some answers, Discord announces that
    it will accept no other request for a while, and the library waits that out, too. So Discord may have done
    what it was asked for even if this gives up.
    """
    asking = asyncio.create_task(_behind_fence(request))
    done: set[asyncio.Task[T]] = set()
    try:
        done, _ = await asyncio.wait([asking], timeout=PATIENCE if patience is None else patience)
    finally:
        asking.add_done_callback(_note_error)
        # If it were canceled while it waits after an answer, the library would make the next request wait
        # twice as long, or forever if that's about the same interaction.
        if not done and asking not in _ANSWERED:
            asking.cancel()
    if not done:
        REQUESTS_GIVEN_UP.inc()
        log.warning("Discord takes too long")
        raise discord.RateLimited(PATIENCE)
    return asking.result()


async def _behind_fence(request: Coroutine[Any, Any, T]) -> T:
    try:
        check_fence()
    except BaseException:
        request.close()
        raise
    return await request


def nonce_of(*facts: object) -> str:
    """Return a text that's the same for the same facts. Discord ignores the second of two messages with it.

    So what a restart interrupts, or another process repeats within some minutes, comes once.
    """
    return blake2b(" ".join(map(str, facts)).encode(), digest_size=12).hexdigest()


def limits() -> aiohttp.TraceConfig:
    """Return what makes each request fail that Discord has wait too long, and tells `ask` about answers.

    The library never waits less than 30 seconds, and waits for any time with the answers to interactions.
    """
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_judge)
    return trace


async def _judge(
    session: aiohttp.ClientSession, attempt: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    del session, attempt
    task, response = asyncio.current_task(), request.response
    if task is not None and response.status < _SERVER_ERROR and response.status != _LIMITED:
        _ANSWERED.add(task)
    if response.status != _LIMITED:
        return
    wait = float(response.headers.get("Retry-After", 0))
    if wait > (PATIENCE if _ABOUT_MESSAGES.search(request.url.path) else LONGEST):
        response.close()
        REQUESTS_GIVEN_UP.inc()
        # The address may contain the secret with which an interaction is answered.
        log.warning("Discord limits the rate for too long", method=request.method, seconds=wait)
        raise discord.RateLimited(wait)


def _note_error(asked: asyncio.Future[Any]) -> None:
    """Take note of the error with which a request ended, so that it isn't logged if no one else does."""
    if not asked.cancelled():
        asked.exception()


def is_acknowledged(error: Exception) -> bool:
    """Return whether Discord refuses because another process has answered the interaction."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ACKNOWLEDGED


def is_deleted(error: Exception) -> bool:
    """Return whether Discord refuses because someone has deleted the message."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE


def came_too_late(error: Exception) -> bool:
    """Return whether Discord no longer waits for the first answer to an interaction."""
    unknown = isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION
    return unknown or is_acknowledged(error)

"""What can go wrong whenever Discord is asked for something."""

import asyncio
from collections.abc import Coroutine
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import aiohttp
import discord
import structlog

from bot.matches.game_locks import Hold, current_hold
from bot.matches.processes.leadership import check_fence
from bot.metrics import RATE_LIMITS, note_answer

LONGEST_LIMIT: Final = 30.0
"""Maximum number of seconds that a request waits when Discord limits the rate."""

LONGEST_LIMIT_OF_GAME: Final = 2.0
"""The same while a game is locked, whose players are waiting for it.

It's also for how long a request is repeated then that Discord answers with errors.
"""

LONGEST_WAIT_OF_GAME: Final = 5.0
"""Maximum number of seconds that Discord may take while a game is locked, for all requests together."""

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord refuses, has us wait longer than we can, or can't be reached."""

_FIRST_ANSWER = "/callback"
_LIMITED = 429
_REMAINING, _NONE_REMAINING = "X-RateLimit-Remaining", "0"
_LOOK_AGAIN = 0.2
"""Seconds between two looks at how long a limit has lasted."""
_SERVER_ERROR = 500
_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060
_UNKNOWN_MESSAGE = 10008

_Answer = TypeVar("_Answer")

log = structlog.get_logger(__name__)


def trace_requests() -> aiohttp.TraceConfig:
    """Return what measures the requests to Discord, and makes each fail that would have a game wait too long.

    So does each that Discord has wait too long, and whatever a process wants to do as the leader if it no
    longer leads. The library has one limit for all requests, never waits less than 30 seconds, and waits for
    any time with the answers to interactions. It waits five minutes for Discord to say something, and repeats
    for 25 seconds what Discord answers with errors.
    """
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_begin)
    trace.on_request_end.append(_judge)
    trace.on_request_exception.append(_fail)
    return trace


async def impatiently(request: Coroutine[Any, Any, _Answer]) -> _Answer:
    """Ask Discord for something, but give up if a game is locked and would have to wait too long for a limit.

    With some answers, Discord announces that it will accept no other request for a while. The library waits
    by itself then, both after such an answer and before the next request, and ``trace_requests``, which
    limits how long Discord may take for a request, doesn't see that. So Discord may have done what it was
    asked for even if this gives up.

    Raises:
        RateLimited: it was given up.
    """
    hold = current_hold()
    if hold is None:
        return await request
    hold.answered, hold.limited_since = False, monotonic()
    asking = asyncio.create_task(request)
    try:
        while not (await asyncio.wait([asking], timeout=_LOOK_AGAIN))[0]:
            if _is_limited_long(hold):
                log.warning("Discord limits the rate for too long while a game waits")
                raise discord.RateLimited(LONGEST_WAIT_OF_GAME)
        return asking.result()
    finally:
        asking.add_done_callback(_note_error)
        # If it were canceled while it waits after an answer, the library would make the next request wait
        # twice as long, or forever if that's about the same interaction.
        if not hold.answered:
            asking.cancel()
        hold.end_limit()


def _is_limited_long(hold: Hold) -> bool:
    if hold.limited_since is None:
        return False
    return hold.waited + monotonic() - hold.limited_since > LONGEST_WAIT_OF_GAME


def _note_error(asked: asyncio.Task[Any]) -> None:
    """Take note of the error with which a request ended, so that it isn't logged if no one else does."""
    if not asked.cancelled():
        asked.exception()


async def _begin(
    session: aiohttp.ClientSession, attempt: SimpleNamespace, request: aiohttp.TraceRequestStartParams
) -> None:
    del session
    check_fence()
    patience, hold = None, current_hold()
    if hold is not None:
        hold.end_limit()
        patience = LONGEST_WAIT_OF_GAME - hold.waited
        if patience <= 0:
            log.warning("Discord takes too long while a game waits", method=request.method)
            raise discord.RateLimited(LONGEST_WAIT_OF_GAME)
    attempt.began = monotonic()
    attempt.silence = await asyncio.timeout(patience).__aenter__()


async def _end(attempt: SimpleNamespace, error: BaseException | None) -> None:
    """Stop waiting for the beginning of an answer."""
    silence, attempt.silence = attempt.silence, None
    # An answer that came may still be judged a failure.
    if silence is not None:
        hold = current_hold()
        if hold is not None:
            hold.waited += monotonic() - attempt.began
        await silence.__aexit__(None if error is None else type(error), error, None)


async def _fail(
    session: aiohttp.ClientSession, attempt: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
) -> None:
    del session
    await _end(attempt, request.exception)


async def _judge(
    session: aiohttp.ClientSession, attempt: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    del session
    await _end(attempt, None)
    if request.response.ok and request.url.path.endswith(_FIRST_ANSWER):
        note_answer()
    hold = current_hold()
    is_held_long = hold is not None and hold.seconds > LONGEST_LIMIT_OF_GAME
    if request.response.status >= _SERVER_ERROR and is_held_long:
        request.response.close()
        raise discord.DiscordServerError(request.response, None)
    if request.response.status != _LIMITED:
        if hold is not None:
            hold.answered = request.response.status < _SERVER_ERROR
            if request.response.headers.get(_REMAINING) == _NONE_REMAINING:
                hold.limited_since = monotonic()
        return
    RATE_LIMITS.inc()
    wait = float(request.response.headers.get("Retry-After", 0))
    if wait > (LONGEST_LIMIT if hold is None else LONGEST_LIMIT_OF_GAME):
        request.response.close()
        # The address may contain the secret with which an interaction is answered.
        log.warning("Discord limits the rate for too long", method=request.method, seconds=wait)
        raise discord.RateLimited(wait)
    if hold is not None:
        hold.waited += wait


def is_acknowledged(error: Exception) -> bool:
    """Whether Discord refuses because another process has answered the interaction."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ACKNOWLEDGED


def is_deleted(error: Exception) -> bool:
    """Whether Discord refuses because someone has deleted the message."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE


def came_too_late(error: Exception) -> bool:
    """Whether Discord no longer waits for the first answer to an interaction."""
    unknown = isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION
    return unknown or is_acknowledged(error)

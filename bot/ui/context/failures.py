"""What can go wrong whenever Discord is asked for something."""

import asyncio
from time import monotonic
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
import structlog

from bot.matches.game_locks import current_hold
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
_SERVER_ERROR = 500
_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060
_UNKNOWN_MESSAGE = 10008

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


async def _begin(
    session: aiohttp.ClientSession, attempt: SimpleNamespace, request: aiohttp.TraceRequestStartParams
) -> None:
    del session
    check_fence()
    patience, hold = None, current_hold()
    if hold is not None:
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

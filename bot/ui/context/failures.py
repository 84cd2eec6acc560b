"""What can go wrong whenever Discord is asked for something."""

from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
import structlog

from bot.matches.game_locks import holds_game
from bot.matches.processes.leadership import check_fence
from bot.metrics import RATE_LIMITS, note_answer

LONGEST_LIMIT: Final = 30.0
"""Maximum number of seconds that a request waits when Discord limits the rate."""

LONGEST_LIMIT_OF_GAME: Final = 2.0
"""The same while a game is locked, whose players are waiting for it."""

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord refuses, has us wait longer than we can, or can't be reached."""

_FIRST_ANSWER = "/callback"
_LIMITED = 429
_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060
_UNKNOWN_MESSAGE = 10008

log = structlog.get_logger(__name__)


def trace_requests() -> aiohttp.TraceConfig:
    """Return what measures the requests to Discord, and makes each fail that Discord has wait too long.

    What a process wants to do as the leader fails if it no longer leads. The library has one limit for all
    requests, never waits less than 30 seconds, and waits for any time with the answers to interactions.
    """
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_check_fence)
    trace.on_request_end.append(_note_response)
    return trace


async def _check_fence(*_: object) -> None:
    check_fence()


async def _note_response(
    session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    del session, context
    if request.response.ok and request.url.path.endswith(_FIRST_ANSWER):
        note_answer()
    if request.response.status != _LIMITED:
        return
    RATE_LIMITS.inc()
    wait = float(request.response.headers.get("Retry-After", 0))
    if wait > (LONGEST_LIMIT_OF_GAME if holds_game() else LONGEST_LIMIT):
        request.response.close()
        # The address may contain the secret with which an interaction is answered.
        log.warning("Discord limits the rate for too long", method=request.method, seconds=wait)
        raise discord.RateLimited(wait)


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

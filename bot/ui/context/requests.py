"""Asks Discord for something, and reads every failure. Nothing else knows how Discord or its library say no.

A status alone means nothing: what stands in front of Discord answers, too. Only an answer with one of
Discord's own codes says something about the thing that was asked for.
"""

import asyncio
from collections.abc import Callable, Coroutine
from enum import Enum
from hashlib import blake2b
from http import HTTPStatus
from math import isfinite
from typing import Any, ClassVar, Final, TypeVar
from weakref import WeakSet

import aiohttp
import discord
import structlog

from bot.metrics import FAILED_REQUESTS
from bot.store.connections.transactions import check_fence
from bot.values.errors import sentence

PATIENCE: Final = 5.0
"""Maximum number of seconds that Discord may take for a message, limits included."""

LONGEST: Final = 30.0
"""The same for everything else."""

FIRST_PAUSE: Final = 1.0
"""Number of seconds until a bot that isn't let in tries again; each later pause is twice as long."""

_LONGEST_PAUSE: Final = 60.0
_USUAL_WAIT: Final = 60.0
_LONGEST_WAIT: Final = 3600.0

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Thing(Enum):
    """What can be gone, by Discord's code for it."""

    CHANNEL = 10003
    GUILD = 10004
    MEMBER = 10007
    MESSAGE = 10008
    ROLE = 10011
    USER = 10013
    EMOJI = 10014
    WEBHOOK = 10015
    """The way to answer an interaction, a quarter of an hour after it."""
    INTERACTION = 10062


_GONE = {thing.value: thing for thing in Thing} | {50027: Thing.WEBHOOK}
# None of its own, and what stands in front of it.
_NO_ANSWERS = {0, 40333}
_ASLEEP = 50083
# No access, no DMs, no permission, too low a level, no server in common; the thread is archived, or locked.
_FORBIDDEN = {50001, 50007, 50009, 50013, 50278, _ASLEEP, 160005}
# The interaction has an answer, or the message has a thread.
_DONE = {40060, 160004}
# The message is older than an hour, and was edited too often.
_TOO_MANY_EDITS = 30046
# Why the gateway ends a connection: the token, or what the application isn't allowed to hear.
_UNAUTHENTICATED = 4004
_INTENTS = 4014


class RequestError(Exception):
    """Discord didn't do what it was asked for, as far as is known. ``says`` is what a person is told."""

    says: ClassVar[str] = sentence("Discord doesn't let me do that here right now. Your game is safe.")
    gone: Thing | None = None
    """What doesn't exist, as Discord sees it now."""


class UnreachableError(RequestError):
    """Discord itself didn't answer, or in a way that says nothing. It may have done it all the same."""

    says = sentence("I can't reach Discord right now. Your game is safe. Please try again in a minute.")


class SavedError(UnreachableError):
    """Something couldn't be posted, but is stored, and is posted later."""

    says = sentence("I can't post this right now, but it's saved. I'll post it as soon as I can.")


class LimitedError(RequestError):
    """Discord accepts nothing of the kind for ``wait`` seconds, which are from 0 to an hour."""

    says = sentence("Discord is slowing me down right now. Your game is safe. Please try again in a minute.")

    def __init__(self, wait: float) -> None:
        super().__init__(f"limited for {wait:.0f} seconds")
        self.wait = wait


class RefusedError(RequestError):
    """Discord doesn't accept just this, now: what's in a message, for example."""


class ForbiddenError(RequestError):
    """The bot lacks a permission, or the channel takes nothing now; ``asleep`` if it's an archived thread."""

    def __init__(self, reason: str, *, asleep: bool = False) -> None:
        super().__init__(reason)
        self.asleep = asleep


class GoneError(RequestError):
    """Something that the request was about doesn't exist, as Discord sees it now."""

    def __init__(self, reason: str, gone: Thing) -> None:
        super().__init__(reason)
        self.gone = gone


class DoneError(RequestError):
    """It has been done: by another process, or by a request that seemed to have failed."""


class TokenError(RequestError):
    """Discord doesn't accept the bot's token."""


class ClosedError(RequestError):
    """Discord has ended a connection for good, with this ``code``."""

    def __init__(self, code: int) -> None:
        super().__init__(f"connection closed with {code}")
        self.code = code


PASSING = (UnreachableError, LimitedError)
"""It says nothing about what was asked for, which may be possible later."""

LOST = (ForbiddenError, GoneError)
"""The thing may be out of reach for good. One look doesn't tell: see ``bot.ui.context.looks``."""


# The tasks to whose latest request Discord has given its final answer.
_ANSWERED: Final[WeakSet[asyncio.Task[Any]]] = WeakSet()


async def ask(request: Coroutine[Any, Any, T], patience: float | None = None) -> T:
    """Ask Discord for something, and give up after ``patience`` or ``PATIENCE`` seconds.

    The library itself waits as long as Discord limits the rate, repeats for 25 seconds what Discord answers
    with errors, and waits for five minutes if Discord says nothing. With some answers, Discord announces that
    it will accept no other request for a while, and the library waits that out, too.

    Raises:
        RequestError: Discord refuses, or can't be reached. It raises nothing else.
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
    try:
        if not done:
            raise UnreachableError("Discord takes too long")
        return asking.result()
    except (*_FAILURES, *_NONSENSE) as error:
        if isinstance(error, _NONSENSE) and asking not in _ANSWERED:
            raise
        failure = reading(error)
        FAILED_REQUESTS.labels(type(failure).__name__.removesuffix("Error").lower()).inc()
        raise failure from None


async def until_answered(request: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Ask Discord for what the bot can't run without, until it answers, however long that takes.

    It's asked again when it says, or else after longer and longer pauses. The log says once that it waits.

    Raises:
        TokenError: Discord doesn't accept the bot's token. Nothing else ends this.
    """
    pause, told = FIRST_PAUSE, False
    while True:
        try:
            return await ask(request(), LONGEST)
        except TokenError:
            raise
        except RequestError as error:
            wait = max(pause, error.wait) if isinstance(error, LimitedError) else pause
            if not told:
                log.warning("Discord doesn't let the bot connect yet; waiting until it does", why=str(error))
        told = True
        await asyncio.sleep(wait)
        pause = min(2 * pause, _LONGEST_PAUSE)


async def until_closed(connection: Coroutine[Any, Any, None]) -> None:
    """Wait until a connection to the gateway ends.

    Raises:
        TokenError: Discord no longer accepts the bot's token.
        ClosedError: Discord has ended it for good.
    """
    try:
        await connection
    except discord.PrivilegedIntentsRequired as error:
        raise ClosedError(_INTENTS) from error
    except discord.ConnectionClosed as error:
        raise (TokenError() if error.code == _UNAUTHENTICATED else ClosedError(error.code)) from error


async def _behind_fence(request: Coroutine[Any, Any, T]) -> T:
    try:
        check_fence()
    except BaseException:
        request.close()
        raise
    try:
        return await request
    except RuntimeError as error:
        # The library has left Discord.
        if str(error) != "Session is closed":
            raise
        raise UnreachableError(str(error)) from None


def _note_error(asked: asyncio.Future[Any]) -> None:
    """Take note of the error with which a request ended, so that it isn't logged if no one else does."""
    if not asked.cancelled():
        asked.exception()


def note_answered(task: asyncio.Task[Any]) -> None:
    """Note that Discord has given its final answer to the request that a task is making."""
    _ANSWERED.add(task)


_FAILURES = (RequestError, discord.DiscordException, aiohttp.ClientError, OSError)
# What the library raises if an answer isn't what it should be. Before one, it's a mistake in the request.
_NONSENSE = (AttributeError, LookupError, TypeError, ValueError)


def reading(error: Exception) -> RequestError:
    """Return what a failure of the library, or of the network, means."""
    if isinstance(error, RequestError):
        return error
    if isinstance(error, discord.RateLimited):
        return LimitedError(error.retry_after)
    answer = error.__cause__ if isinstance(error, discord.LoginFailure | discord.GatewayNotFound) else error
    if isinstance(answer, discord.HTTPException):
        return _reading_of_answer(answer, str(answer))
    return UnreachableError(str(error) or type(error).__name__)


def _reading_of_answer(error: discord.HTTPException, reason: str) -> RequestError:
    code = error.code
    if error.status == HTTPStatus.TOO_MANY_REQUESTS or code == _TOO_MANY_EDITS:
        return LimitedError(sane_wait(error.response.headers.get("Retry-After")))
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or code in _NO_ANSWERS:
        kind = TokenError if error.status == HTTPStatus.UNAUTHORIZED else UnreachableError
        return kind(f"{error.status} {error.response.reason}")
    if code in _DONE:
        return DoneError(reason)
    if code in _GONE:
        return GoneError(reason, _GONE[code])
    if code in _FORBIDDEN:
        return ForbiddenError(reason, asleep=code == _ASLEEP)
    return RefusedError(reason)


def sane_wait(told: object) -> float:
    """Return how many seconds to wait, an hour at most; a minute if what Discord says makes no sense."""
    try:
        wait = float(str(told))
    except ValueError:
        return _USUAL_WAIT
    return min(wait, _LONGEST_WAIT) if isfinite(wait) and wait >= 0 else _USUAL_WAIT


def nonce_of(*facts: object) -> str:
    """Return a text that's the same for the same facts. Discord ignores the second of two messages with it.

    So what a restart interrupts, or another process repeats within some minutes, comes once.
    """
    return blake2b(" ".join(map(str, facts)).encode(), digest_size=12).hexdigest()

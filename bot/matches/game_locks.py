"""Locks of games, and who holds one: others may be waiting for them to finish."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from weakref import WeakValueDictionary

import structlog


@dataclass(slots=True)
class Hold:
    """A task's hold on the lock of a game. Others may have to wait for it.

    ``since`` is when it got the lock, as the event loop's time. ``waited`` is how many seconds it has waited
    for Discord since then, and ``limited_since`` is when it began to wait for a rate limit, as ``monotonic``
    counts, or None if it doesn't. ``answered`` says whether Discord has given its final answer to the latest
    request, and ``over`` whether the task has released the lock.
    """

    since: float
    waited: float = 0.0
    limited_since: float | None = None
    answered: bool = False
    over: bool = False

    @property
    def seconds(self) -> float:
        """How long the lock has been held."""
        return asyncio.get_running_loop().time() - self.since

    def end_limit(self) -> None:
        """Count what the task has waited for a rate limit, if it has."""
        if self.limited_since is not None:
            self.waited += monotonic() - self.limited_since
            self.limited_since = None


_HOLD: ContextVar[Hold | None] = ContextVar("hold", default=None)


class GameLocks:
    """One lock for each game. Everything that's logged under it carries the game's number."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, number: int) -> AbstractAsyncContextManager[None]:
        """The lock of the game with this number."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return _held(lock, number)


def current_hold() -> Hold | None:
    """The current task's hold on the lock of a game; None if it has none."""
    hold = _HOLD.get()
    # A task that was started under the lock may outlast it.
    return None if hold is None or hold.over else hold


@asynccontextmanager
async def _held(lock: asyncio.Lock, number: int) -> AsyncIterator[None]:
    async with lock:
        hold = Hold(asyncio.get_running_loop().time())
        before = _HOLD.set(hold)
        try:
            with structlog.contextvars.bound_contextvars(game=number):
                yield
        finally:
            hold.over = True
            _HOLD.reset(before)

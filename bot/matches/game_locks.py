"""Locks of games, and who holds one: others may be waiting for whatever they are doing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

import structlog

_HELD_SINCE: ContextVar[float | None] = ContextVar("held_since", default=None)


class GameLocks:
    """One lock for each game. Whatever is logged under it carries the game's number."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, number: int) -> AbstractAsyncContextManager[None]:
        """The lock of the game with this number."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return _held(lock, number)


def seconds_held() -> float | None:
    """How long the current task has held the lock of a game, so that others may have to wait for it.

    None if it holds none.
    """
    since = _HELD_SINCE.get()
    return None if since is None else asyncio.get_running_loop().time() - since


@asynccontextmanager
async def _held(lock: asyncio.Lock, number: int) -> AsyncIterator[None]:
    async with lock:
        before = _HELD_SINCE.set(asyncio.get_running_loop().time())
        try:
            with structlog.contextvars.bound_contextvars(game=number):
                yield
        finally:
            _HELD_SINCE.reset(before)

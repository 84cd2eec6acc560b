"""Locks of games, and who holds one: others may be waiting for whatever they are doing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

import structlog

_HOLDS_GAME: ContextVar[bool] = ContextVar("holds_game", default=False)


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


def holds_game() -> bool:
    """Whether the current task holds the lock of a game, so that others may have to wait for it."""
    return _HOLDS_GAME.get()


@asynccontextmanager
async def _held(lock: asyncio.Lock, number: int) -> AsyncIterator[None]:
    async with lock:
        before = _HOLDS_GAME.set(True)
        try:
            with structlog.contextvars.bound_contextvars(game=number):
                yield
        finally:
            _HOLDS_GAME.reset(before)

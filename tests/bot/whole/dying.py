"""A death of the bot that can come before and after every request to Discord and every commit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs import events
from bot.store.connections.database import Database
from bot.ui.board.display import show


class Death:
    """Strikes at the point ``appointed``, counted from 1, and lasts until it's undone; never strikes at 0."""

    def __init__(self) -> None:
        self.appointed = 0
        self.instants = 0
        self.come = False

    def appoint(self, instant: int) -> None:
        """Start counting."""
        self.appointed, self.instants, self.come = instant, 0, False

    def pass_by(self) -> None:
        """Pass a point at which a process can die."""
        self.instants += 1
        if self.come or self.instants == self.appointed:
            self.come = True
            # No error handler catches this, because none runs in a killed process.
            raise asyncio.CancelledError


def threatened(monkeypatch: pytest.MonkeyPatch) -> Death:
    """Yield the death of every bot that runs from now on."""
    death = Death()
    monkeypatch.setattr(FakeHTTPClient, "request", mortal(FakeHTTPClient.request, death))
    monkeypatch.setattr(FakeWebhookAdapter, "request", mortal(FakeWebhookAdapter.request, death))
    writing = Database.writing

    @asynccontextmanager
    async def write(self: Database) -> AsyncIterator[AsyncConnection]:
        async with writing(self) as connection:
            yield connection
            death.pass_by()
        death.pass_by()

    monkeypatch.setattr(Database, "writing", write)
    return death


def mortal(request: Callable[..., Awaitable[Any]], death: Death) -> Callable[..., Awaitable[Any]]:
    """Return a request. The process can die before and after it."""

    async def send(*arguments: Any, **options: Any) -> Any:
        death.pass_by()
        answered = await request(*arguments, **options)
        death.pass_by()
        return answered

    return send


@contextmanager
def dying_at_the_second_board(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the start of an event fail when it's about to show its second game."""
    begun = 0

    async def die(*arguments: object) -> object:
        nonlocal begun
        begun += 1
        if begun == 2:
            raise RuntimeError
        return await show(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(events, "show", die)
        yield

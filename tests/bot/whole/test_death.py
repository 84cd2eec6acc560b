"""The bot dies at every single point of a click: before and after each request and each commit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
import simcord
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.challenges.limits import PAUSE
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.servers import Server, texts
from tests.bot.whole.scenes import ALL, OVER, PLAY, Scene, live, scene

AT_THE_BOARD, AWAY = timedelta(), timedelta(minutes=6)


class Death:
    """Strikes at the point ``appointed``, counted from 1, and lasts until it is undone; never if it's 0."""

    def __init__(self) -> None:
        self.appointed = 0
        self.instants = 0
        self.come = False

    def appoint(self, instant: int) -> None:
        """Start counting."""
        self.appointed, self.instants, self.come = instant, 0, False

    def pass_by(self) -> None:
        """A point at which a process can die."""
        self.instants += 1
        if self.come or self.instants == self.appointed:
            self.come = True
            # No error handler catches this, because none runs in a killed process.
            raise asyncio.CancelledError


@pytest.fixture
def death(monkeypatch: pytest.MonkeyPatch) -> Death:
    """A death that can come before and after every request to Discord and every commit."""
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
    """A request before and after which the process can die."""

    async def send(*arguments: Any, **options: Any) -> Any:
        death.pass_by()
        answered = await request(*arguments, **options)
        death.pass_by()
        return answered

    return send


@pytest.mark.parametrize(
    ("state", "pause"),
    [
        pytest.param(state, pause, marks=() if (state, pause) == (PLAY, AT_THE_BOARD) else pytest.mark.soak)
        for state in ALL
        for pause in (AT_THE_BOARD, AWAY)
    ],
)
async def test_whenever_the_bot_dies_the_next_click_and_the_jobs_put_all_right(
    server: Server, death: Death, state: str, pause: timedelta
) -> None:
    instant, died = 0, True
    while died:
        instant += 1
        match = await scene(server, state)
        match.server.client = server.client
        died = await click_and_die(match, death, instant, pause)
        await server.restart()
        match.server.client = server.client
        if state in OVER:
            await live(server, PAUSE)
        # Someone who sees that nothing happened clicks again.
        await match.press_unoffered(*await match.step())
        await live(server, timedelta(minutes=2))
        await server.env.advance_time(31)
        assert await match.shows_the_step(), (state, instant)
        if state in OVER:
            await check_cards(match)
        else:
            assert await match.steps_taken() == 1, (state, instant)
    assert instant > 1


async def click_and_die(match: Scene, death: Death, instant: int, pause: timedelta) -> bool:
    """Move the match on after a pause, and let the process die at a point; return whether it got that far."""
    assert isinstance(match.server.clock, StandingClock)
    match.server.clock.move(pause)
    who, button = await match.step()
    death.appoint(instant)
    await match.server.press((who, match.message, button))
    died = death.come
    death.appoint(0)
    return died


async def check_cards(match: Scene) -> None:
    """Of two cards, one posted by a process that died, one can be accepted; the other says so."""
    *older, card = match.cards()
    for lost in older:
        await press_accept(match, lost)
        assert texts(lost) == ["**Ada** withdrew the challenge to **Blaise**."]
    await press_accept(match, card)
    assert "move 1" in texts(card)[0]


async def press_accept(match: Scene, card: simcord.ResponseMessage) -> None:
    await match.blaise.click(card, label="Accept")

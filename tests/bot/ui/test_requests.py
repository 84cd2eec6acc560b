"""How long the bot waits for Discord, and what becomes of a request that it no longer waits for."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.metrics import REGISTRY
from bot.store.connections.transactions import Fence, LostLeaseError, behind
from bot.ui.context import requests
from bot.ui.context.requests import ask, came_too_late, is_acknowledged, is_deleted, limits

pytestmark = pytest.mark.quick


async def _answer(request: web.Request) -> web.Response:
    """Answer with the status and the headers that the query asks for."""
    return web.Response(status=int(request.query["status"]), headers={"Retry-After": request.query["wait"]})


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    """Yield a session like the library's, with a server that answers anything."""
    app = web.Application()
    app.router.add_get("/{path:.*}", _answer)
    async with (
        TestServer(app) as server,
        ClientSession(server.make_url("/"), trace_configs=[limits()]) as made,
    ):
        yield made


def given_up() -> float:
    return REGISTRY.get_sample_value("pyrga_requests_given_up_total") or 0


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        ("channels/1/messages", 5),
        ("channels/1/messages/2", 5),
        ("interactions/1/x/callback", 5),
        ("webhooks/1/x/2", 5),
        ("channels/1", 30),
        ("messageboards/1", 30),
    ],
)
async def test_a_limit_is_waited_out_unless_a_person_would_wait_too_long(
    session: ClientSession, path: str, longest: float
) -> None:
    before = given_up()
    for status, wait in ((429, longest), (200, longest + 0.1), (500, longest + 0.1)):
        async with session.get(f"/{path}?status={status}&wait={wait}") as response:
            assert response.status == status
    assert given_up() == before
    with pytest.raises(discord.RateLimited) as refused:
        await session.get(f"/{path}?status=429&wait={longest + 0.1}")
    assert refused.value.retry_after == longest + 0.1
    assert given_up() == before + 1


class Request:
    """A request that goes on after it was answered, as the library's do if Discord announces a limit."""

    def __init__(self, session: ClientSession, *statuses: int) -> None:
        self.ended: str | None = None
        self.answered = asyncio.Event()
        self.release = asyncio.Event()
        self._session = session
        self._statuses = statuses

    async def run(self) -> str:
        try:
            for status in self._statuses:
                async with self._session.get(f"/channels/1/messages?status={status}&wait=1"):
                    pass
            self.answered.set()
            await self.release.wait()
        except asyncio.CancelledError:
            self.ended = "canceled"
            raise
        self.ended = "done"
        return self.ended


@pytest.mark.parametrize(
    ("statuses", "end"),
    [((200,), "done"), ((499,), "done"), ((), "canceled"), ((429,), "canceled"), ((500,), "canceled")],
)
async def test_a_request_is_only_canceled_while_it_waits_for_discord(
    session: ClientSession, statuses: tuple[int, ...], end: str
) -> None:
    request = Request(session, *statuses)
    asking = asyncio.create_task(ask(request.run()))
    await request.answered.wait()
    asking.cancel()
    await asyncio.wait([asking])
    request.release.set()
    for _ in range(3):
        await asyncio.sleep(0)
    assert request.ended == end


async def test_what_discord_answers_is_returned_or_raised(session: ClientSession) -> None:
    request = Request(session, 200)
    request.release.set()
    assert await ask(request.run()) == "done"

    async def refused() -> None:
        raise discord.ClientException

    with pytest.raises(discord.ClientException):
        await ask(refused())


async def test_the_bot_gives_up_after_its_patience(
    session: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = given_up()
    with pytest.raises(discord.RateLimited):
        await ask(Request(session).run(), 0)
    monkeypatch.setattr(requests, "PATIENCE", 0)
    with pytest.raises(discord.RateLimited):
        await ask(Request(session).run())
    assert given_up() == before + 2
    quick = Request(session, 200)
    quick.release.set()
    assert await ask(quick.run(), 60) == "done"


async def test_a_former_leader_asks_for_nothing(session: ClientSession) -> None:
    request = Request(session)
    with behind(Fence(term=1, until=0)), pytest.raises(LostLeaseError):
        await ask(request.run())
    assert not request.answered.is_set()


def error_of(code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "acknowledged", "deleted", "late"),
    [
        (error_of(40060), True, False, True),
        (error_of(10008), False, True, False),
        (error_of(10062), False, False, True),
        (error_of(10003), False, False, False),
        (ValueError(), False, False, False),
    ],
)
def test_discord_says_why_it_refuses(
    error: Exception, *, acknowledged: bool, deleted: bool, late: bool
) -> None:
    assert (is_acknowledged(error), is_deleted(error), came_too_late(error)) == (acknowledged, deleted, late)

"""How the bot asks Discord for something, and what it makes of what goes wrong."""

import asyncio
from collections.abc import AsyncIterator
from json import JSONDecodeError
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.metrics import REGISTRY
from bot.store.connections.transactions import Fence, LostLeaseError, behind
from bot.ui.context import requests
from bot.ui.context.limits import Limits
from bot.ui.context.requests import (
    DoneError,
    ForbiddenError,
    GoneError,
    LimitedError,
    RefusedError,
    RequestError,
    Thing,
    UnreachableError,
    ask,
    reading,
    sane_wait,
)

pytestmark = pytest.mark.quick


async def _answer(request: web.Request) -> web.Response:
    """Answer with the status that the query asks for."""
    said = {"retry_after": 1}
    return web.json_response(said, status=int(request.query["status"]), headers={"Via": "1.1 google"})


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    """Yield a session like the library's, with a server that answers anything."""
    app = web.Application()
    app.router.add_get("/{path:.*}", _answer)
    async with (
        TestServer(app) as server,
        ClientSession(server.make_url("/"), trace_configs=[Limits().trace()]) as made,
    ):
        yield made


def failed(kind: str) -> float:
    return REGISTRY.get_sample_value("pyrga_failed_requests_total", {"kind": kind}) or 0


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
                async with self._session.get(f"/api/v10/channels/1/messages?status={status}"):
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
    [((200,), "done"), ((404,), "done"), ((), "canceled"), ((429,), "canceled"), ((500,), "canceled")],
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
        raise error_of(400, {"code": 50035})

    before = failed("refused")
    with pytest.raises(RefusedError):
        await ask(refused())
    assert failed("refused") == before + 1


async def test_a_mistake_in_a_request_is_no_failure_of_discords() -> None:
    async def wrong() -> None:
        raise TypeError

    with pytest.raises(TypeError):
        await ask(wrong())


async def test_whoever_has_left_discord_cant_reach_it(session: ClientSession) -> None:
    await session.close()
    with pytest.raises(UnreachableError):
        await ask(Request(session, 200).run())


async def test_an_answer_that_makes_no_sense_is_none(session: ClientSession) -> None:
    async def read() -> None:
        async with session.get("/api/v10/channels/1?status=200") as answered:
            raise KeyError(answered)

    with pytest.raises(UnreachableError):
        await ask(read())


async def test_the_bot_gives_up_after_its_patience(
    session: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnreachableError):
        await ask(Request(session).run(), 0)
    monkeypatch.setattr(requests, "PATIENCE", 0)
    with pytest.raises(UnreachableError):
        await ask(Request(session).run())
    quick = Request(session, 200)
    quick.release.set()
    assert await ask(quick.run(), 60) == "done"


async def test_a_former_leader_asks_for_nothing(session: ClientSession) -> None:
    request = Request(session)
    with behind(Fence(term=1, until=0)), pytest.raises(LostLeaseError):
        await ask(request.run())
    assert not request.answered.is_set()


def error_of(status: int, said: dict[str, Any] | str, **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(response, said)


@pytest.mark.parametrize(
    ("error", "kind", "gone"),
    [
        (error_of(400, {"code": 40060}), DoneError, None),
        (error_of(400, {"code": 160004}), DoneError, None),
        (error_of(404, {"code": 10008}), GoneError, Thing.MESSAGE),
        (error_of(404, {"code": 10062}), GoneError, Thing.INTERACTION),
        (error_of(404, {"code": 10007}), GoneError, Thing.MEMBER),
        (error_of(404, {"code": 0}), UnreachableError, None),
        (error_of(404, "<html>"), UnreachableError, None),
        (error_of(403, {"code": 50013}), ForbiddenError, None),
        (error_of(403, "<html>"), UnreachableError, None),
        (error_of(400, {"code": 50083}), ForbiddenError, None),
        (error_of(403, {"code": 160005}), ForbiddenError, None),
        (error_of(403, {"code": 50007}), ForbiddenError, None),
        (error_of(403, {"code": 999999}), RefusedError, None),
        (error_of(403, {"code": 40333}), UnreachableError, None),
        (error_of(401, {"code": 50027}), GoneError, Thing.WEBHOOK),
        (error_of(400, {"code": 50035}), RefusedError, None),
        (error_of(400, {"code": 200000}), RefusedError, None),
        (error_of(400, {"code": 999999}), RefusedError, None),
        (error_of(429, {"code": 30046}), LimitedError, None),
        (error_of(429, "<html>"), LimitedError, None),
        (error_of(503, {"code": 50013}), UnreachableError, None),
        (discord.RateLimited(7), LimitedError, None),
        (discord.ClientException(), UnreachableError, None),
        (ConnectionResetError(), UnreachableError, None),
        (JSONDecodeError("", "", 0), UnreachableError, None),
    ],
)
def test_only_discords_own_codes_say_something_about_what_was_asked_for(
    error: Exception, kind: type[RequestError], gone: Thing | None
) -> None:
    read = reading(error)
    assert type(read) is kind
    assert read.gone is gone


def test_only_an_archived_thread_is_asleep() -> None:
    told = [reading(error_of(400, {"code": code})) for code in (50083, 160005)]
    assert [isinstance(error, ForbiddenError) and error.asleep for error in told] == [True, False]


@pytest.mark.parametrize(
    ("told", "seconds"),
    [("7", 7), (0.5, 0.5), ("31536000", 3600)]
    + [(nonsense, 60) for nonsense in ("-1", "inf", "nan", "", None, "Sat, 28 Nov 2026 08:00:00 GMT")],
)
def test_a_wait_makes_sense(told: object, seconds: float) -> None:
    assert sane_wait(told) == seconds

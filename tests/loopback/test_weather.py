"""The stand-in's own weather."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.loopback.exchanges import Exchange
from tests.loopback.gateway import HELLO
from tests.loopback.gateway_weather import GATEWAY_KINDS, GatewayKind
from tests.loopback.kinds import (
    BANNED,
    BLOCKED,
    CLOSED,
    CLOSED_AFTER,
    DONE_AND_ERROR,
    KINDS,
    LIMITED_GLOBALLY,
    LIMITED_SHARED,
    NO_PERMISSION,
    PASSING,
    RESET,
    UNKNOWN_CHANNEL,
    Kind,
)
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import ENTRY_POINT, LoopbackDiscord, loopback
from tests.loopback.weather import Weather

TOKEN = "a-token.of-the.stand-in"
CAFE = Channel(601, Context.GUILD, guild_id=500)
POST = "channels/601/messages"

Answer = tuple[int, Any]


class Bot:
    """A bot that asks the stand-in for things."""

    def __init__(self, server: LoopbackDiscord, session: aiohttp.ClientSession) -> None:
        self._server = server
        self._session = session

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Return the status, and the body as JSON if it is any."""
        headers = {"Authorization": f"Bot {TOKEN}"}
        url = self._server.address / "api/v10" / path
        async with self._session.request(method, url, json=body, headers=headers) as answer:
            raw = await answer.read()
        try:
            return answer.status, json.loads(raw)
        except ValueError:
            return answer.status, raw

    async def post(self, said: str = "Hello") -> Answer:
        """Post a message."""
        return await self.ask("POST", POST, {"content": said})

    async def open(self) -> aiohttp.ClientWebSocketResponse:
        """Open a connection to the gateway."""
        socket = await self._session.ws_connect(self._server.gateway.address)
        assert (await socket.receive_json())["op"] == HELLO
        return socket

    async def identify(self) -> aiohttp.ClientWebSocketResponse:
        """Open a connection to the gateway and identify itself."""
        socket = await self.open()
        await socket.send_json({"op": 2, "d": {"shard": [0, 1]}})
        return socket


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    """Yield a stand-in with a café."""
    async with loopback(TOKEN) as server:
        server.gateway.pause = 0
        server.answers.channels[CAFE.id] = CAFE
        server.members |= {500: set(), 501: set(), 502: set(), 503: set()}
        yield server


@pytest.fixture
async def bot(server: LoopbackDiscord) -> AsyncIterator[Bot]:
    """Yield a bot that asks it."""
    async with aiohttp.ClientSession() as session:
        yield Bot(server, session)


def posted(server: LoopbackDiscord) -> int:
    """Return how many messages there are."""
    return len(server.answers.messages)


def test_each_kind_has_a_name_of_its_own_and_a_source() -> None:
    every: list[Kind | GatewayKind] = [*KINDS, *GATEWAY_KINDS]
    assert [name for name, number in Counter(kind.name for kind in every).items() if number > 1] == []
    assert all(kind.source for kind in every)


async def test_in_clear_sky_every_request_is_carried_out(server: LoopbackDiscord, bot: Bot) -> None:
    assert (await bot.post())[0] == 200
    assert (posted(server), server.invalid) == (1, [])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.delay == 0], ids=lambda kind: kind.name)
async def test_what_meets_trouble_is_carried_out_if_the_kind_says_so(
    server: LoopbackDiscord, bot: Bot, kind: Kind
) -> None:
    server.weather.block(kind, "POST", POST, times=1)
    if kind.cut is None:
        assert (await bot.post())[0] == kind.status
    else:
        with pytest.raises((aiohttp.ClientError, ConnectionError)):
            await bot.post()
    assert posted(server) == kind.is_carried_out
    assert (await bot.post())[0] == 200


@pytest.mark.parametrize(("kind", "error"), [(CLOSED, aiohttp.ServerDisconnectedError), (RESET, OSError)])
async def test_a_connection_is_closed_or_reset(
    server: LoopbackDiscord, bot: Bot, kind: Kind, error: type[Exception]
) -> None:
    server.weather.block(kind)
    with pytest.raises(error):
        await bot.post()


async def test_nothing_listens_while_discord_is_away(server: LoopbackDiscord, bot: Bot) -> None:
    async with server.away():
        with pytest.raises(aiohttp.ClientConnectorError):
            await bot.post()
    assert (await bot.post())[0] == 200


async def test_the_second_answer_to_an_interaction_is_already_there(
    server: LoopbackDiscord, bot: Bot, answering: tuple[str, str]
) -> None:
    callback, original = answering
    server.weather.block(DONE_AND_ERROR, "POST", callback, times=1)
    answer = {"type": 4, "data": {"content": "Hello"}}
    assert (await bot.ask("POST", callback, answer))[0] == 500
    status, said = await bot.ask("POST", callback, answer)
    assert (status, said["code"]) == (400, 40060)
    assert (await bot.ask("GET", original))[1]["content"] == "Hello"


@pytest.fixture
def answering(server: LoopbackDiscord) -> tuple[str, str]:
    """Return the paths of the first answer to an interaction and of the message that it is."""
    exchange = Exchange(server.answers.next_id(), Person(101, "Ada"), CAFE)
    server.answers.exchanges[exchange.token] = exchange
    return (
        f"interactions/{exchange.id}/{exchange.token}/callback",
        f"webhooks/1/{exchange.token}/messages/@original",
    )


async def test_answers_that_discord_counts_are_counted(server: LoopbackDiscord, bot: Bot) -> None:
    for kind in BANNED, BLOCKED, NO_PERMISSION, LIMITED_SHARED, UNKNOWN_CHANNEL, CLOSED_AFTER:
        server.weather.block(kind, times=1)
        if kind is not CLOSED_AFTER:
            await bot.post()
    assert [(each.path, each.status) for each in server.invalid] == [(POST, 429), (POST, 403), (POST, 403)]


def test_a_limit_holds_for_what_it_is_about_and_counts_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tests.loopback.weather.monotonic", lambda: now)
    weather = Weather(1, [LIMITED_SHARED], share=1)
    assert weather.forecast("POST", "channels/1/messages") is not None
    now += 5
    later = weather.forecast("PATCH", "channels/1/messages/7")
    assert later is not None
    assert json.loads(later.kind.body)["retry_after"] == 15.0
    assert later.kind.headers["Retry-After"] == "15.000"
    weather.kinds = ()
    assert weather.forecast("PATCH", "channels/1/messages/7") is not None
    assert weather.forecast("PATCH", "channels/2/messages/7") is None
    now += 15
    assert weather.forecast("PATCH", "channels/1/messages/7") is None


def test_trouble_for_everything_is_followed_by_a_lull(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tests.loopback.weather.monotonic", lambda: now)
    weather = Weather(1, [LIMITED_GLOBALLY], share=1)
    met = []
    for _ in range(120):
        met.append(weather.forecast("GET", "users/@me") is not None)
        now += 1
    assert met == ([True] * 10 + [False] * 50) * 2


def test_trouble_lasts_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tests.loopback.weather.monotonic", lambda: now)
    weather = Weather(1, [LIMITED_GLOBALLY], share=1, longest=2)
    met = []
    for _ in range(12):
        met.append(weather.forecast("GET", "users/@me") is not None)
        now += 1
    assert met == [True] * 2 + [False] * 10


def test_a_place_is_gone_only_once_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tests.loopback.weather.monotonic", lambda: now)
    (gone,) = (kind for kind in KINDS if kind.name == UNKNOWN_CHANNEL.name)
    weather = Weather(1, [gone], share=1)
    assert weather.forecast("POST", "channels/1/messages") is not None
    now += gone.lasts
    assert weather.forecast("POST", "channels/1/messages") is None
    assert weather.forecast("POST", "channels/2/messages") is not None


def test_the_same_seed_brings_the_same_weather() -> None:
    first, second, other = (
        [weather.forecast("GET", f"channels/{number}") for number in range(200)]
        for weather in (Weather(1, PASSING), Weather(1, PASSING), Weather(2, PASSING))
    )
    names = [[block and block.kind.name for block in each] for each in (first, second, other)]
    assert names[0] == names[1] != names[2]
    assert len({*names[0]}) > 10


def test_blocks_go_before_chance_until_the_sky_is_clear() -> None:
    weather = Weather(1, PASSING, share=1)
    block = weather.block(BLOCKED, "PATCH", "channels/*", times=2)
    found = [weather.forecast("PATCH", "channels/1/messages/7") for _ in range(2)]
    assert (found, block.count, block.happened.is_set()) == ([block, block], 2, True)
    weather.block(BLOCKED)
    weather.clear()
    assert weather.forecast("PATCH", "channels/1/messages/7") is None


async def test_commands_are_not_overwritten_without_the_entry_point(
    server: LoopbackDiscord, bot: Bot
) -> None:
    entry = {"name": "launch", "type": ENTRY_POINT, "handler": 2}
    server.commands.append(entry)
    own = {"name": "pyrga", "type": 1, "description": "Play"}
    status, said = await bot.ask("PUT", "applications/1/commands", [own])
    assert (status, said["code"]) == (400, 50240)
    assert (await bot.ask("PUT", "applications/1/commands", [own, entry]))[0] == 200
    assert len(server.commands) == 2


@pytest.mark.parametrize("kind", GATEWAY_KINDS, ids=lambda kind: kind.name)
async def test_the_gateway_is_as_it_was_after_every_kind_of_trouble(
    server: LoopbackDiscord, bot: Bot, kind: GatewayKind
) -> None:
    first = await bot.identify()
    assert (await first.receive_json())["t"] == "READY"
    await kind.befall(server.gateway, 0.05)
    ready = await (await bot.identify()).receive_json()
    assert (ready["t"], len(ready["d"]["guilds"])) == ("READY", 4)


async def test_ready_says_what_the_gateway_is_told_to(server: LoopbackDiscord, bot: Bot) -> None:
    async with server.gateway.under(visible_share=0.5, ready_times=2, application_id=7):
        socket = await bot.identify()
        ready = await socket.receive_json()
        assert await socket.receive_json() == {**ready, "s": 2}
        listed = (await bot.ask("GET", "users/@me/guilds"))[1]
    assert ready["d"]["application"]["id"] == "7"
    assert 0 < len(ready["d"]["guilds"]) == len(listed) < 4


async def test_a_silent_connection_says_nothing_until_the_bot_resumes(
    server: LoopbackDiscord, bot: Bot
) -> None:
    socket = await bot.identify()
    ready = await socket.receive_json()
    await server.gateway.silence()
    await socket.send_json({"op": 1, "d": 1})
    await server.gateway.dispatch("TEST", {})
    with pytest.raises(TimeoutError):
        await socket.receive_json(timeout=0.1)
    async with server.gateway.away(), asyncio.timeout(5):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await bot.identify()
    resumed = await bot.open()
    await resumed.send_json({"op": 6, "d": {"session_id": ready["d"]["session_id"], "seq": 1}})
    assert [(await resumed.receive_json())["t"] for _ in range(2)] == ["TEST", "RESUMED"]

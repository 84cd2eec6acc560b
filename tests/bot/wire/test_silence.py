"""While no one can play, no clock runs: that time is given back, whether the gateway or requests are away."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import aiohttp
import discord.gateway
import pytest

from bot import sharded_client
from bot.app import PyrgaClient
from bot.jobs.due import do_due
from bot.monitoring import monitored
from bot.settings import Settings
from bot.shards import Shards
from bot.store.clocks.vital_signs import INTERVAL
from bot.ui.context import limits
from bot.use_cases.clocks import downtime
from bot.values.game.game import Game
from tests.bot.clocks import StandingClock
from tests.bot.monitoring.test_monitoring import free_port
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, Sharding, Wire, connected
from tests.loopback.kinds import CLOSED
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Channel, Context

pytestmark = pytest.mark.thorough

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NEARLY = timedelta(seconds=10)
"""What requests that fail take in real time."""


class Time:
    """The time of all but the event loop, which passes only when a test says so."""

    def __init__(self, clock: StandingClock) -> None:
        self._clock = clock
        self._passed = 0.0

    def after(self, real: Callable[[], float]) -> Callable[[], float]:
        """Return a clock that's ahead of a real one by what has passed."""
        return lambda: real() + self._passed

    async def live(
        self, wire: Wire, span: timedelta, *others: PyrgaClient, silent: int = 0, step: timedelta = INTERVAL
    ) -> None:
        """Let time pass while all processes do what they do, and so many of their shards hear nothing."""
        clients = (wire.client, *others)
        for _ in range(span // step):
            self._clock.move(step)
            self._passed += step.total_seconds()
            await wire.discord.gateway.ask_for_heartbeats()
            async with asyncio.timeout(PATIENCE):
                while sum(map(silent_shards, clients)) != silent:  # noqa: ASYNC110 - no one says when they hear
                    await asyncio.sleep(0)
            for client in clients:
                await client.services.leadership.renew()
                await client._heart()
        for client in clients:
            if client.services.leadership.is_held:
                await client.services.leadership.lead(partial(handle_due, client))


async def handle_due(client: PyrgaClient) -> None:
    await do_due(client)


def silent_shards(client: PyrgaClient) -> int:
    """Return how many shards haven't heard from the gateway since the last step."""
    return sum(client._silence(each) > INTERVAL.total_seconds() / 2 for each in client._sessions)


@pytest.fixture
def held(clock: StandingClock, monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the time, which stands still."""
    held = Time(clock)
    counter, monotonic = held.after(time.perf_counter), held.after(time.monotonic)
    for module in (sharded_client, limits, downtime):
        monkeypatch.setattr(module, "monotonic", monotonic)
    monkeypatch.setattr(sharded_client, "perf_counter", counter)
    monkeypatch.setattr(discord.gateway, "time", SimpleNamespace(perf_counter=counter, time=time.time))
    return held


def channel_of(shard: int) -> Channel:
    """Return a channel of a server that belongs to a shard."""
    return Channel(700 + shard, Context.GUILD, (ADA, BLAISE), guild_id=shard << 22 | 500)


async def begin(wire: Wire, clock: str = "5m", channel: Channel = CAFE) -> tuple[int, Message]:
    """Begin a rated game in which Ada is to move; return its number and its board."""
    options = {"opponent": BLAISE, "color": "white", "rated": True, "clock": clock, "start": "plain"}
    board = (await wire.people.slash(ADA, channel, "challenge", **options)).message
    await wire.people.click(BLAISE, board, "Accept")
    return int(board.custom_id(":Sb2").split(":")[1], 36), board


async def left(wire: Wire, number: int) -> timedelta:
    """Return how much time Ada has left."""
    game: Game = await wire.client.services.games.get(number)
    assert game.outcome is None
    assert game.clock is not None
    return game.clock.until - wire.clock.now()


async def is_lost(wire: Wire, number: int) -> bool:
    return (await wire.client.services.games.get(number)).outcome is not None


async def resume(wire: Wire) -> None:
    """Close the connections, and wait until people can play again."""
    await wire.discord.gateway.disconnect()
    await back(wire)


async def back(wire: Wire) -> None:
    """Wait until people can play again, and time has been given back."""
    async with asyncio.timeout(PATIENCE):
        while silent_shards(wire.client) or not wire.client.is_connected:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
    # The first finds out whether requests work again.
    for _ in range(2):
        await wire.client._heart()


@pytest.mark.default
async def test_no_game_is_lost_on_time_while_the_gateway_is_silent(wire: Wire, held: Time) -> None:
    number, board = await begin(wire)
    await held.live(wire, MINUTE)
    await wire.discord.gateway.silence()
    await held.live(wire, 2 * HOUR, silent=1, step=MINUTE)
    assert not await is_lost(wire, number)
    assert not wire.client.is_connected
    await resume(wire)
    assert await left(wire, number) == pytest.approx(4 * MINUTE, abs=NEARLY)
    await wire.people.click(ADA, board, ":Sb2")
    async with asyncio.timeout(PATIENCE):
        while not (await wire.client.services.games.get(number)).moves:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
    await held.live(wire, 5 * MINUTE)
    assert await is_lost(wire, number)


async def test_no_game_is_lost_on_time_while_no_request_works(wire: Wire, held: Time) -> None:
    number, _ = await begin(wire)
    wire.discord.weather.block(CLOSED)
    await wire.client._heart()
    await held.live(wire, 10 * MINUTE)
    assert not await is_lost(wire, number)
    wire.discord.weather.clear()
    await back(wire)
    assert await left(wire, number) == pytest.approx(5 * MINUTE, abs=NEARLY)
    await held.live(wire, 5 * MINUTE)
    assert await is_lost(wire, number)


@pytest.mark.default
async def test_a_click_that_arrives_while_no_request_works_counts(wire: Wire, held: Time) -> None:
    number, board = await begin(wire)
    wire.discord.weather.block(CLOSED)
    await wire.client._heart()
    await held.live(wire, 10 * MINUTE)
    await wire.people.tap(ADA, board, board.custom_id(":Sb2"))
    async with asyncio.timeout(PATIENCE):
        while not (await wire.client.services.games.get(number)).moves:  # noqa: ASYNC110 - it can't be told
            await asyncio.sleep(0.01)
    await held.live(wire, 10 * MINUTE)
    wire.discord.weather.clear()
    await back(wire)
    # All of Blaise's time is left.
    assert await left(wire, number) == pytest.approx(5 * MINUTE, abs=NEARLY)


async def test_a_gateway_that_is_away_for_half_a_minute_at_a_time_gives_nothing_back(
    wire: Wire, held: Time
) -> None:
    number, _ = await begin(wire)
    for _ in range(4):
        await wire.discord.gateway.silence()
        await held.live(wire, 2 * INTERVAL, silent=1)
        await resume(wire)
        await held.live(wire, INTERVAL)
    assert await left(wire, number) == pytest.approx(2 * MINUTE, abs=NEARLY)
    await held.live(wire, 2 * MINUTE)
    assert await is_lost(wire, number)


async def test_a_connection_that_never_gets_a_session_is_none(wire: Wire, held: Time) -> None:
    number, _ = await begin(wire)
    async with wire.discord.gateway.under(ready_times=0):
        await wire.discord.gateway.invalidate()
        await wire.discord.identified.wait()
        await held.live(wire, HOUR, silent=1, step=MINUTE)
    assert not await is_lost(wire, number)
    await wire.discord.gateway.invalidate()
    await back(wire)
    assert await left(wire, number) == pytest.approx(5 * MINUTE, abs=NEARLY)


async def test_time_is_given_back_only_where_the_gateway_was_silent(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, held: Time
) -> None:
    async with connected(settings, clock, monkeypatch, sharding=Sharding(recommended=2)) as wire:
        (there, _), (here, _) = (
            await begin(wire, channel=channel_of(1)),
            await begin(wire, channel=channel_of(0)),
        )
        await wire.discord.gateway.silence(1)
        await held.live(wire, 10 * MINUTE, silent=1)
        assert [await is_lost(wire, number) for number in (there, here)] == [False, True]
        await resume(wire)
        assert await left(wire, there) == pytest.approx(5 * MINUTE, abs=NEARLY)
        await held.live(wire, 5 * MINUTE)
        assert await is_lost(wire, there)


async def test_a_process_that_is_cut_off_leaves_the_rest_to_another(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, held: Time, postgresql: str
) -> None:
    shared, first = replace(settings, database_url=postgresql), Sharding(first=Shards((0,), 2), recommended=2)
    async with (
        connected(shared, clock, monkeypatch, sharding=first) as wire,
        wire.another_process(Shards((1,), 2)) as other,
    ):
        here, _ = await begin(wire, channel=channel_of(0))
        there, _ = await begin(wire, channel=channel_of(1))
        assert wire.client.services.leadership.is_held
        await wire.discord.gateway.silence(0)
        await held.live(wire, 10 * MINUTE, other, silent=1)
        assert other.services.leadership.is_held
        assert [await is_lost(wire, number) for number in (here, there)] == [False, True]
        await resume(wire)
        assert await left(wire, here) == pytest.approx(5 * MINUTE, abs=NEARLY)
        await held.live(wire, 5 * MINUTE, other)
        assert await is_lost(wire, here)


async def test_health_says_since_when_discord_is_away(wire: Wire, held: Time) -> None:
    settings = replace(wire.settings, monitoring_port=free_port())
    address = f"http://127.0.0.1:{settings.monitoring_port}/health"
    async with monitored(wire.client, settings), aiohttp.ClientSession() as session:

        async def health() -> tuple[int, str]:
            async with session.get(address) as served:
                return served.status, await served.text()

        assert (await health())[0] == 200
        await wire.discord.gateway.silence()
        await held.live(wire, 3 * MINUTE, silent=1)
        status, said = await health()
        assert (status, said.partition(" since")[0]) == (
            503,
            "The bot can use its database, but it hasn't been able to reach Discord",
        )
        await resume(wire)
        assert (await health())[0] == 200

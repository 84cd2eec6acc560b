"""Several shards, in one process or more: whichever gets an interaction, it's answered alike."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.settings import Settings
from bot.shards import Shards
from tests.bot.clocks import StandingClock
from tests.bot.wire.conftest import ADA, BLAISE, Sharding, Wire, connected
from tests.loopback.places import Channel, Context

pytestmark = pytest.mark.thorough

PAUSE, INTERVAL = 1.0, timedelta(seconds=3)
"""What Discord demands, and the pause that the bot makes: it may be two seconds late."""


def channel_of_shard(shard: int) -> Channel:
    """Return a channel of a server that belongs to a shard."""
    return Channel(700 + shard, Context.GUILD, (ADA, BLAISE), guild_id=shard << 22 | 500)


async def play(wire: Wire, channel: Channel) -> None:
    """Play in a channel: challenge, accept, and move."""
    board = await wire.begin(channel)
    await wire.people.click(ADA, board, ":Sb2")
    assert "move 1" in board.text


def identified(wire: Wire) -> list[int]:
    """Return the shards that have identified themselves."""
    return sorted(identify.shard for identify in wire.discord.gateway.identifies)


@pytest.mark.default
async def test_one_process_serves_as_many_shards_as_discord_recommends(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(settings, clock, monkeypatch, sharding=Sharding(recommended=3)) as wire:
        assert wire.client.is_connected
        assert identified(wire) == [0, 1, 2]
        for shard in range(3):
            await play(wire, channel_of_shard(shard))
        shown = await wire.people.slash(ADA, wire.private(ADA), "help")
        assert shown.message.text.startswith("### How this works")
        await wire.client.shards[1].disconnect()
        assert not wire.client.is_connected


async def test_processes_with_parts_of_the_shards_take_turns_and_answer_for_each_others_servers(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> None:
    shared = replace(settings, database_url=postgresql)
    sharding = Sharding(
        max_concurrency=2, pause=PAUSE, interval=INTERVAL, first=Shards((0, 1), count=4), recommended=4
    )
    async with (
        connected(shared, clock, monkeypatch, sharding=sharding) as wire,
        wire.another_process(Shards((2, 3), count=4)) as other,
    ):
        assert identified(wire) == [0, 1, 2, 3]
        assert wire.client.is_connected
        assert other.is_connected
        await play(wire, channel_of_shard(2))
        await play(wire, channel_of_shard(1))
        await wire.discord.gateway.invalidate()
        await wire.discord.identified.wait()
        assert identified(wire) == [0, 0, 1, 1, 2, 2, 3, 3]
        await play(wire, channel_of_shard(3))

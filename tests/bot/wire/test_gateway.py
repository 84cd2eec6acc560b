"""The bot's connections to the gateway in bad weather."""

import asyncio

import pytest

from tests.bot.wire.conftest import ADA, Wire
from tests.loopback.gateway_weather import GATEWAY_KINDS, GatewayKind
from tests.loopback.messages import PATIENCE

pytestmark = pytest.mark.thorough

SILENT = ("heartbeats aren't acknowledged, nothing is said", "connections say nothing")
"""What the library notices after a minute."""


async def answers(wire: Wire) -> bool:
    """Return whether the bot answers what it's told once it's connected."""
    async with asyncio.timeout(PATIENCE):
        await wire.discord.gateway.connected(0)
    return "How this works" in (await wire.people.slash(ADA, wire.private(ADA), "help")).message.text


@pytest.mark.parametrize(
    "kind", [kind for kind in GATEWAY_KINDS if kind.name not in SILENT], ids=lambda kind: kind.name
)
async def test_after_bad_weather_at_the_gateway_the_bot_answers_again(wire: Wire, kind: GatewayKind) -> None:
    assert await answers(wire)
    await kind.befall(wire.discord.gateway, 0.5)
    assert await answers(wire)

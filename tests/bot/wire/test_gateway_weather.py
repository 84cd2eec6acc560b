"""Whatever happens to the bot's connection to the gateway, people play on once it's there again."""

import asyncio
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from tests.bot.wire.conftest import ADA, BLAISE, Wire
from tests.loopback.gateway_weather import FOREIGN_APPLICATION, GATEWAY_KINDS, GatewayKind
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Person

pytestmark = pytest.mark.thorough

SECONDS = 0.3
"""How long a trouble lasts."""


@pytest.fixture
def sensitive(wire: Wire) -> Wire:
    """Return the bot, after it was told to notice silence in a second instead of a minute."""
    wire.discord.gateway.heartbeat = 0.2
    wire.client._connection.heartbeat_timeout = 1.0
    return wire


async def move(wire: Wire, person: Person, board: Message, ply: int) -> None:
    """Have someone click until their move is there: while there's no connection, a click is lost."""
    async with asyncio.timeout(PATIENCE):
        while f"· move {ply}" not in board.text:
            custom_id = board.moves()[0]
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await (await wire.people.tap(person, board, custom_id)).answered.wait()
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("kind", GATEWAY_KINDS, ids=lambda kind: kind.name)
async def test_people_play_on(sensitive: Wire, kind: GatewayKind) -> None:
    wire = sensitive
    board = await wire.begin()
    # From here on, it notices silence.
    await wire.discord.gateway.reconnect()
    await move(wire, ADA, board, 1)
    with capture_logs() as logged:
        await kind.befall(wire.discord.gateway, SECONDS)
        await move(wire, BLAISE, board, 2)
        await wire.client.run_jobs_once()
        await move(wire, ADA, board, 3)
    assert [line for line in logged if line["log_level"] in {"error", "critical"}] == []
    assert len((await wire.client.services.games.get(1)).moves) == 3
    assert [path for _, path in wire.discord.requests if str(FOREIGN_APPLICATION) in path] == []


async def test_a_connection_as_another_application_does_not_change_who_the_bot_is(wire: Wire) -> None:
    before = wire.client.user
    with capture_logs() as logged:
        async with wire.discord.gateway.under(application_id=FOREIGN_APPLICATION):
            await wire.discord.gateway.invalidate()
            await wire.discord.identified.wait()
        board = await wire.begin()
        await move(wire, ADA, board, 1)
    assert wire.client.user == before
    (line,) = [line for line in logged if line["log_level"] == "warning"]
    assert (line["what"], line["error"]) == ("READY", 'ValueError("it\'s for another application")')


@pytest.mark.parametrize("event", ["INTERACTION_CREATE", "GUILD_CREATE", "RESUMED"])
async def test_an_event_that_makes_no_sense_does_not_end_the_bot(wire: Wire, event: str) -> None:
    await wire.discord.gateway.dispatch(event, {})
    board = await wire.begin()
    await move(wire, ADA, board, 1)

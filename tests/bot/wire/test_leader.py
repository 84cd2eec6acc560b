"""What only one of several processes does."""

import asyncio
from datetime import timedelta

import pytest

import render
from bot.jobs import application
from tests.bot.wire.conftest import ADA, CAFE, Wire
from tests.loopback.messages import PATIENCE

pytestmark = pytest.mark.thorough


def requests(wire: Wire, method: str, what: str) -> int:
    """Return how many requests of a kind the stand-in has had."""
    return sum(verb == method and path.endswith(f"/{what}") for verb, path in wire.discord.requests)


async def have_commands_of_another_version(wire: Wire) -> None:
    """Have the application's commands as another version of the bot has sent them."""
    await wire.client.services.synced_commands.note(wire.client.application_id or 0, "of another version")
    wire.discord.commands[0] = {**wire.discord.commands[0], "description": "Of another version"}


async def test_a_process_that_begins_to_lead_sends_its_own_commands(wire_on_postgresql: Wire) -> None:
    wire = wire_on_postgresql
    await have_commands_of_another_version(wire)
    async with wire.another_process() as later:
        assert later.commands == wire.client.commands
        assert requests(wire, "PUT", "commands") == 1
        # Its own jobs would look at the same time.
        await later.stop_jobs()
        await wire.client.services.leadership.release()
        await later.services.leadership.renew()
        await later.run_jobs_once()
        assert requests(wire, "PUT", "commands") == 2


async def test_icons_are_uploaded_by_one_process_and_known_to_all(
    wire_on_postgresql: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = wire_on_postgresql
    monkeypatch.setattr(application, "INTERVAL", 0.05)
    async with asyncio.timeout(PATIENCE), wire.another_process() as other:
        while not (wire.client.icons and other.icons):  # noqa: ASYNC110 - jobs of the two look for them
            await asyncio.sleep(0.05)
        assert wire.client.icons == other.icons
    assert requests(wire, "POST", "emojis") == len(render.PIECES)


async def test_what_comes_due_is_done_by_whoever_leads(wire_on_postgresql: Wire) -> None:
    wire = wire_on_postgresql
    card = (await wire.people.slash(ADA, CAFE, "challenge", rated=False)).message
    async with wire.another_process() as other:
        await wire.live(timedelta(days=8))
        await wire.client.services.leadership.release()
        await other.services.leadership.renew()
        edits = card.edits
        await other.run_jobs_once()
        await wire.client.services.leadership.renew()
        assert not wire.client.services.leadership.is_held
    assert card.edits == edits + 1

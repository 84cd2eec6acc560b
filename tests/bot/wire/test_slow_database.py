"""Clicks that a PostgreSQL server takes longer than a second for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.ui.context import context
from bot.ui.context.context import GRACE
from tests.bot.clocks import StandingClock
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire, connected
from tests.bot.wire.test_guild import CALLBACK
from tests.loopback.answers import DEFERRED_UPDATE, MODAL
from tests.loopback.kinds import CLEAR
from tests.loopback.messages import PATIENCE

pytestmark = pytest.mark.thorough

LONGER = GRACE + 0.3

LONGEST_CLAIM = 2
"""Seconds after which a claim that has to wait for a lock has failed."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be patient: what takes longer than a second elsewhere doesn't take too long on this machine."""
    monkeypatch.setattr(context, "LAST_CALL", PATIENCE)


@pytest.fixture
async def hasty_wire(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> AsyncIterator[Wire]:
    """Yield the bot with claims that fail soon if they have to wait for a lock."""
    hasty = replace(settings, database_url=postgresql, statement_seconds=LONGEST_CLAIM)
    async with connected(hasty, clock, monkeypatch) as wire:
        yield wire


@asynccontextmanager
async def locked(wire: Wire, table: str) -> AsyncIterator[None]:
    """Keep the bot from even reading a table."""
    database = Database(wire.settings.database())
    async with database.writing() as connection:
        await connection.execute(text(f"LOCK TABLE {table}"))
        yield
    await database.close()


async def test_the_form_for_a_note_that_is_read_slowly_opens(
    wire_on_postgresql: Wire, hurry: Callable[[], None]
) -> None:
    wire = wire_on_postgresql
    more = (await wire.people.click(BLAISE, await wire.begin(), "More…")).message
    hurry()
    async with locked(wire, "notes"):
        asked = await wire.people.tap(BLAISE, more, more.custom_id("Private note"))
        await asyncio.sleep(LONGER)
    await wire.discord.answers.wait(asked, PATIENCE)
    assert asked.kind == MODAL


async def test_someone_whose_form_would_come_too_late_is_asked_to_try_again(
    wire_on_postgresql: Wire, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = wire_on_postgresql
    more = (await wire.people.click(BLAISE, await wire.begin(), "More…")).message
    hurry()
    monkeypatch.setattr(context, "LAST_CALL", GRACE)
    async with locked(wire, "notes"):
        asked = await wire.people.tap(BLAISE, more, more.custom_id("Private note"))
        await wire.discord.answers.wait(asked, PATIENCE)
        assert asked.kind == DEFERRED_UPDATE
    assert (await asked.followup()).text == "That took too long. Please try again."


@asynccontextmanager
async def two_processes(wire: Wire) -> AsyncIterator[None]:
    """Yield two processes with the same shard, which get everything. By the end, both are done with it."""
    async with wire.another_process() as other:
        yield
        for client in (wire.client, other):
            await client.finish_answering(PATIENCE)


def callbacks(wire: Wire) -> int:
    """Return the number of answers that claim to be the first."""
    return len([path for _, path in wire.discord.requests if path.endswith("/callback")])


@pytest.mark.parametrize("sought", [":Sb2", "More…", "Cancel game", "/pyrga challenge"])
async def test_only_the_process_that_has_claimed_a_click_or_command_answers_it(
    wire_on_postgresql: Wire, hurry: Callable[[], None], sought: str
) -> None:
    wire = wire_on_postgresql
    board = await wire.begin()
    hurry()
    wire.discord.requests.clear()
    async with two_processes(wire):
        async with locked(wire, "seen_interactions"):
            if sought == "/pyrga challenge":
                asked = wire.people.slash(CHIYO, CAFE, "challenge", rated=False)
            else:
                asked = wire.people.click(ADA, board, sought)
            answered = asyncio.create_task(asked)
            await asyncio.sleep(LONGER)
            assert callbacks(wire) == 0
        await answered
    assert callbacks(wire) == 1
    if sought == "/pyrga challenge":
        assert len(await wire.discord.answers.posted("is looking for an opponent")) == 1


async def test_a_click_on_an_outdated_board_is_answered_by_one_process(
    wire_on_postgresql: Wire, hurry: Callable[[], None]
) -> None:
    wire = wire_on_postgresql
    older = await wire.begin()
    hurry()
    await wire.people.slash(ADA, CAFE, "show")
    await older.until_deleted()
    wire.discord.requests.clear()
    async with two_processes(wire):
        await wire.people.click_while_deleted(ADA, older, ":Sb2")
    assert callbacks(wire) == 1


async def test_a_move_that_waits_for_its_game_is_promised_by_the_process_that_has_claimed_it(
    wire_on_postgresql: Wire, hurry: Callable[[], None]
) -> None:
    wire = wire_on_postgresql
    board = await wire.begin()
    hurry()
    wire.discord.requests.clear()
    async with two_processes(wire):
        async with locked(wire, "games"):
            click = await wire.people.tap(ADA, board, board.custom_id(":Sb2"))
            await wire.discord.answers.wait(click, PATIENCE)
            assert click.kind == DEFERRED_UPDATE
        await board.until("move 1")
    assert callbacks(wire) == 1


async def test_a_click_that_no_process_can_claim_is_refused_once(
    wire_on_postgresql: Wire, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = wire_on_postgresql
    board = await wire.begin()
    hurry()
    monkeypatch.setattr(context, "LAST_CALL", GRACE)
    async with two_processes(wire), locked(wire, "seen_interactions"):
        click = await wire.people.tap(ADA, board, board.custom_id("More…"))
        refused = await click.followup()
    assert refused.text.startswith("My database is busy right now.")
    assert len(click.followups) == 1


async def test_a_click_that_no_process_can_claim_before_it_promises_an_answer_is_refused_once(
    hasty_wire: Wire, hurry: Callable[[], None]
) -> None:
    wire = hasty_wire
    board = await wire.begin()
    hurry()
    async with two_processes(wire), locked(wire, "seen_interactions"):
        click = await wire.people.tap(ADA, board, board.custom_id("More…"))
        await wire.discord.answers.wait(click, PATIENCE)
    assert click.said.startswith("My database is busy right now.")
    assert click.followups == []


async def test_a_click_that_no_process_can_claim_while_both_promise_an_answer_is_refused_once(
    hasty_wire: Wire, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = hasty_wire
    board, released = await wire.begin(), asyncio.Event()
    hurry()
    monkeypatch.setattr(context, "LAST_CALL", GRACE)
    async with two_processes(wire):
        promises = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=2, until=released)
        async with locked(wire, "seen_interactions"):
            click = await wire.people.tap(ADA, board, board.custom_id("More…"))
            await promises.happened.wait()
            await asyncio.sleep(LONGEST_CLAIM)
        released.set()
        refused = await click.followup()
    assert refused.text.startswith("My database is busy right now.")
    assert len(click.followups) == 1

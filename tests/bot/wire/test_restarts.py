"""Clicks while a PostgreSQL server restarts, is away for long, or is cut off at the worst moment."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.store.connections import transactions
from bot.store.connections.database import Database
from tests.bot.displays import displayed
from tests.bot.failing_wire import FailingWire
from tests.bot.postgresql import Cluster
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, Wire
from tests.loopback.answers import DEFERRED_UPDATE, THINKING
from tests.loopback.messages import PATIENCE

pytestmark = pytest.mark.thorough

MODES = ["fast", "immediate"]
MOVES = "sum(plies) FROM games"
UNREACHABLE = "I can't reach my database right now, so that may not have counted."
BUSY = "My database is busy right now. Nothing has changed."


async def count(wire: Wire, what: str) -> int:
    """Return the number that a query finds."""
    database = Database(wire.settings.database())
    async with database.reading_once() as connection:
        found = await connection.scalar(text(f"SELECT {what}"))
    await database.close()
    return int(found or 0)


@pytest.mark.parametrize("mode", MODES)
async def test_a_click_while_the_server_restarts_is_deferred_and_then_served(
    wire_on_restartable: Wire, restartable: Cluster, hurry: Callable[[], None], mode: str
) -> None:
    wire = wire_on_restartable
    board = await wire.begin()
    hurry()
    await asyncio.to_thread(restartable.stop, mode)
    click = await wire.people.tap(ADA, board, board.custom_id(":Sb2"))
    # The bot promises to answer while it can't read or write anything.
    await asyncio.wait_for(click.answered.wait(), PATIENCE)
    assert click.kind == DEFERRED_UPDATE
    await asyncio.to_thread(restartable.start)
    await board.until("Pyrga #1 · move 1")
    assert (await wire.client.services.games.get(1)).revision == 1
    assert await count(wire, MOVES) == 1
    await wire.people.click(BLAISE, board, ":Sb1")
    await board.until("Pyrga #1 · move 2")


async def test_so_is_a_command(
    wire_on_restartable: Wire, restartable: Cluster, hurry: Callable[[], None]
) -> None:
    wire = wire_on_restartable
    hurry()
    await asyncio.to_thread(restartable.stop, "fast")
    giving = asyncio.create_task(wire.people.slash(ADA, CAFE, "settings"))
    started = asyncio.create_task(asyncio.to_thread(restartable.start))
    exchange = await giving
    await started
    panel = exchange.message if exchange.kind != THINKING else await exchange.followup()
    assert "settings" in panel.text.lower()


async def test_a_server_that_is_away_for_too_long_is_said_to_be_away_and_nothing_is_half_done(
    wire_on_restartable: Wire, restartable: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = wire_on_restartable
    board = await wire.begin()
    monkeypatch.setattr(transactions, "PATIENCE", 0.5)
    await asyncio.to_thread(restartable.stop, "fast")
    try:
        click = await wire.people.click(ADA, board, ":Sb2")
        assert UNREACHABLE in click.said
    finally:
        await asyncio.to_thread(restartable.start)
    assert await count(wire, MOVES) == 0
    assert (await wire.client.services.games.get(1)).revision == 0
    await wire.people.click(ADA, board, ":Sb2")
    assert "Pyrga #1 · move 1" in board.text


async def test_a_click_that_waits_too_long_for_a_lock_is_refused(wire_on_restartable: Wire) -> None:
    wire = wire_on_restartable
    board = await wire.begin()
    database = Database(wire.settings.database())
    async with database.writing() as connection:
        await connection.execute(text("SELECT id FROM games FOR UPDATE"))
        click = await wire.people.click(ADA, board, ":Sb2")
        assert BUSY in click.said
    await database.close()
    assert await count(wire, MOVES) == 0


@pytest.mark.parametrize("doomed", [b"UPDATE games", b"INSERT INTO seen_interactions"])
async def test_a_move_whose_commit_is_not_confirmed_is_played_once_and_a_command_answered(
    wire_on_failing_wire: Wire, failing_wire: FailingWire, doomed: bytes
) -> None:
    wire = wire_on_failing_wire
    board = await wire.begin()
    # That the board is shown is written to the same row.
    await displayed(wire.client)
    failing_wire.doomed = doomed
    await wire.people.click(ADA, board, ":Sb2")
    assert failing_wire.lost == 1
    await board.until("Pyrga #1 · move 1")
    assert (await wire.client.services.games.get(1)).revision == 1
    assert await count(wire, MOVES) == 1
    failing_wire.doomed = b"INSERT INTO seen_interactions"
    panel = (await wire.people.slash(ADA, CAFE, "settings")).message
    assert failing_wire.lost == 2
    assert "settings" in panel.text.lower()


async def test_a_resignation_whose_commit_is_not_confirmed_counts_once(
    wire_on_failing_wire: Wire, failing_wire: FailingWire
) -> None:
    wire = wire_on_failing_wire
    board = await wire.begin()
    for person, move in ((ADA, ":Sb2"), (BLAISE, ":Sa2"), (ADA, ":Ca3"), (BLAISE, ":Sa3")):
        await wire.people.click(person, board, move)
    panel = (await wire.people.slash(ADA, CAFE, "resign")).message
    failing_wire.doomed = b"INSERT INTO records"
    await wire.people.click(ADA, panel, "Resign")
    assert failing_wire.lost == 1
    assert (await wire.client.services.games.get(1)).outcome is not None
    assert await count(wire, "count(*) FROM records WHERE games <> 1") == 0


async def test_a_stop_while_the_server_is_silent_takes_no_longer_than_any_other(
    wire_on_failing_wire: Wire, failing_wire: FailingWire
) -> None:
    wire = wire_on_failing_wire
    board = await wire.begin()
    failing_wire.silent = True
    with capture_logs() as logged:
        for _ in range(3):
            await wire.people.tap(ADA, board, board.custom_id("More…"))
        await failing_wire.unheard.wait()
        # The driver alone would wait for ten seconds, and for each thing that was given up in turn.
        async with asyncio.timeout(10):
            await wire.client.close()
    assert {line["event"] for line in logged if line["log_level"] == "error"} == set()

"""Clicks that a PostgreSQL server takes longer than a second for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from bot.store.connections.database import Database
from bot.ui.context import context
from bot.ui.context.context import GRACE
from tests.bot.wire.conftest import BLAISE, Wire
from tests.bot.wire.test_guild import begin
from tests.loopback.answers import MODAL
from tests.loopback.messages import PATIENCE

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("patient")]

LONGER = GRACE + 0.3


@pytest.fixture
def patient(hurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than a second on any machine doesn't take too long on this one."""
    del hurried
    monkeypatch.setattr(context, "LAST_CALL", PATIENCE)


@asynccontextmanager
async def locked(wire: Wire, table: str) -> AsyncIterator[None]:
    """Keep the bot from even reading a table."""
    database = Database(wire.settings.database())
    async with database.writing() as connection:
        await connection.execute(text(f"LOCK TABLE {table}"))
        yield
    await database.close()


async def test_the_form_for_a_note_that_is_read_slowly_opens(wire_on_postgresql: Wire) -> None:
    wire = wire_on_postgresql
    more = (await wire.people.click(BLAISE, await begin(wire), "More…")).message
    async with locked(wire, "notes"):
        asked = await wire.people.tap(BLAISE, more, more.custom_id("Private note"))
        await asyncio.sleep(LONGER)
    await wire.discord.answers.wait(asked, PATIENCE)
    assert asked.kind == MODAL

"""Fixtures of the store's tests."""

from collections.abc import AsyncIterator

import pytest

from bot.store.connections.database import Database


@pytest.fixture
async def database(database: Database) -> AsyncIterator[Database]:
    """The database, which later tests find with the newest tables whatever a test has left of them."""
    yield database
    await database.migrate()

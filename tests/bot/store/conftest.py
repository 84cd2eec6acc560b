"""Fixtures of the store's tests."""

from collections.abc import AsyncIterator

import pytest

from bot.store.connections.database import Database


@pytest.fixture
async def database(database: Database) -> AsyncIterator[Database]:
    """The database. Its tables are the newest ones again after the test, no matter what it did to them."""
    yield database
    await database.migrate()

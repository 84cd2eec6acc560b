"""Fixtures of the use cases' tests."""

import pytest

from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import Clocked


@pytest.fixture
def clocked(database: Database, clock: StandingClock) -> Clocked:
    """Return the use cases around clocks, on a database of each kind."""
    return Clocked(database, clock)

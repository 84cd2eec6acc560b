"""Fixtures of the tests of team matches."""

import pytest

from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.matches.teams.rivals import Rivals


@pytest.fixture
def rivals(database: Database, clock: StandingClock) -> Rivals:
    """Return two servers that play team matches, on a database of each kind."""
    return Rivals(database, clock)

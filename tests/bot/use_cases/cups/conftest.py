"""Fixtures of the tests of cups."""

import pytest

from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.cups.club import CupClub


@pytest.fixture
def club(database: Database, clock: StandingClock) -> CupClub:
    """Return a server where people play cups, on a database of each kind."""
    return CupClub(database, clock)

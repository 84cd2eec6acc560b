"""Which of several processes answers an interaction."""

from datetime import timedelta

from bot.matches.clocks.downtime import Downtime
from bot.matches.processes.interactions import Interactions
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock


async def test_of_several_processes_on_one_database_one_takes_an_interaction(database: Database) -> None:
    processes = [Interactions(database, StandingClock()) for _ in range(2)]
    taken = [await process.claim(1) for process in processes]
    assert taken == [True, not database.is_shared]
    assert await processes[1].claim(2)


async def test_what_is_long_past_is_forgotten(database: Database) -> None:
    clock = StandingClock()
    interactions = Interactions(database, clock)
    await interactions.claim(1)
    clock.move(timedelta(hours=1, seconds=1))
    await interactions.claim(2)
    await Downtime(database, clock).beat()
    assert await interactions.claim(1)
    assert await interactions.claim(2) is not database.is_shared

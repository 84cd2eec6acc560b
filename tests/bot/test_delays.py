"""The delays that ``--delays`` asks for."""

from itertools import islice

from bot.store.connections.database import Database
from tests.bot.delays import LONGEST, Delays, delayed


def drawn(seed: str) -> list[float]:
    """Return the first delays of a seed."""
    delays = Delays(seed)
    return [*islice(iter(delays.draw, None), 1000)]


def test_a_seed_draws_the_same_short_delays_again_and_another_draws_others() -> None:
    assert drawn("1") == drawn("1") != drawn("2")
    assert 0 in drawn("1")
    assert LONGEST < max(drawn("1")) <= 10 * LONGEST


async def test_transactions_are_delayed_only_while_that_is_asked_for(database: Database) -> None:
    undelayed = Database.writing
    with delayed("1"):
        assert Database.writing is not undelayed
        async with database.writing() as connection:
            assert connection.in_transaction()
    assert Database.writing is undelayed

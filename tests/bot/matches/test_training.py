"""How far people get in the win trainer, on both databases."""

import pytest

from bot.matches.training import Progress, Training
from bot.store.connections.database import Database
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import ADA, BLAISE

pytestmark = pytest.mark.quick

PYRGA = Ruleset.PYRGA


@pytest.fixture
def training(database: Database, clock: StandingClock) -> Training:
    return Training(database, clock)


async def test_the_longest_line_is_kept_across_attempts(training: Training) -> None:
    assert await training.progress(ADA.id, PYRGA) == Progress(0, 0, 0)
    first = await training.begin(ADA, PYRGA)
    for moves, longest in ((1, 1), (2, 2), (3, 3), (2, 3)):
        kept, counted = await training.keep_win(ADA.id, PYRGA, first.run, moves=moves, won=False)
        assert counted
        assert (kept.longest, kept.wins) == (longest, 0)
    second = await training.begin(ADA, PYRGA)
    await training.keep_win(ADA.id, PYRGA, second.run, moves=1, won=False)
    assert (await training.progress(ADA.id, PYRGA)).longest == 3


async def test_after_a_mistake_an_attempt_no_longer_counts(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await training.lose_win(ADA.id, PYRGA, run)
    for won in (False, True):
        progress, counted = await training.keep_win(ADA.id, PYRGA, run, moves=9, won=won)
        assert not counted
        assert (progress.longest, progress.wins) == (0, 0)


async def test_a_win_counts_once(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    assert (await training.keep_win(ADA.id, PYRGA, run, moves=14, won=True))[1]
    progress, counted = await training.keep_win(ADA.id, PYRGA, run, moves=14, won=True)
    assert not counted
    assert (progress.longest, progress.wins) == (14, 1)


async def test_every_person_and_ruleset_is_separate(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await training.begin(BLAISE, PYRGA)
    await training.begin(ADA, Ruleset.CLASSIC)
    await training.keep_win(ADA.id, PYRGA, run, moves=4, won=True)
    assert (await training.progress(BLAISE.id, PYRGA)).longest == 0
    assert (await training.progress(ADA.id, Ruleset.CLASSIC)).wins == 0

"""How far people get in the win trainer, on both databases."""

from itertools import pairwise

import pytest

from bot.store.connections.database import Database
from bot.use_cases.training import Training
from bot.values.lines import Line, Progress
from engine import Position, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE

pytestmark = pytest.mark.quick

PYRGA = Ruleset.PYRGA


@pytest.fixture
def training(database: Database, clock: StandingClock) -> Training:
    return Training(database, clock)


def line(moves: str = "", ruleset: Ruleset = PYRGA) -> Line:
    return Line.of(ruleset, moves.split())


START = line()
FIRST = line("Sb2 Ta2e")
SECOND = line("Sb2 Ta2e Tb2n Sb3")
THIRD = line("Sb2 Ta2e Tb2n Sb3 Sa3 Sa2")
OTHER = line("Sb3 Cb2")


async def keep(training: Training, run: int, *lines: Line) -> Progress:
    """Have Ada keep the win from each line to the next."""
    for before, after in pairwise(lines):
        progress, counted = await training.keep_win(run, before, after, player_id=ADA.id, won=False)
        assert counted
        assert progress.counts(run, after)
    return await training.progress(ADA.id, PYRGA)


async def test_the_longest_line_is_kept_across_attempts(training: Training) -> None:
    assert await training.progress(ADA.id, PYRGA) == Progress(0, 0, 0, START)
    first = await training.begin(ADA, PYRGA)
    assert first == Progress(1, 0, 0, START)
    assert await keep(training, first.run, START, FIRST, SECOND, THIRD) == Progress(1, 3, 0, THIRD)
    second = await training.begin(ADA, PYRGA)
    assert second == Progress(2, 3, 0, START)
    assert (await keep(training, second.run, START, FIRST)).longest == 3


async def test_after_a_mistake_an_attempt_no_longer_counts(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await training.lose_win(run, START, player_id=ADA.id)
    for won in (False, True):
        progress, counted = await training.keep_win(run, START, FIRST, player_id=ADA.id, won=won)
        assert not counted
        assert (progress.longest, progress.wins) == (0, 0)


async def test_a_win_counts_once(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await keep(training, run, START, FIRST, SECOND)
    assert (await training.keep_win(run, SECOND, THIRD, player_id=ADA.id, won=True))[1]
    progress, counted = await training.keep_win(run, SECOND, THIRD, player_id=ADA.id, won=True)
    assert not counted
    assert (progress.longest, progress.wins) == (3, 1)


async def test_what_follows_a_line_that_was_not_played_in_the_attempt_does_not_count(
    training: Training,
) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await keep(training, run, START, FIRST)
    of_another_start = Line(Position.replay("pyrga", ["Sb2", "Ta2e"]))
    for before in (START, OTHER, SECOND, THIRD, FIRST.back(), of_another_start):
        for won in (False, True):
            progress, counted = await training.keep_win(run, before, THIRD, player_id=ADA.id, won=won)
            assert not counted
            assert progress == Progress(run, 1, 0, FIRST)
        lost = await training.lose_win(run, before, player_id=ADA.id)
        assert lost == Progress(run, 1, 0, FIRST)
        assert not lost.counts(run, before)
    await keep(training, run, FIRST, SECOND)


async def test_a_repeated_move_finds_the_reply_that_is_stored(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    progress = await keep(training, run, START, FIRST, SECOND)
    replied = line("Sb2 Ta2e Tb2n")
    assert progress.replies_to(run, replied)
    assert not progress.replies_to(run, line("Sb2 Ta2e Tb2e"))
    assert not progress.replies_to(run, SECOND)
    assert not progress.replies_to(run - 1, replied)
    assert not progress.replies_to(run, Line(Position.start(Ruleset.PILOTIS), replied.moves, 3))


async def test_every_person_and_ruleset_is_separate(training: Training) -> None:
    run = (await training.begin(ADA, PYRGA)).run
    await training.begin(BLAISE, PYRGA)
    await training.begin(ADA, Ruleset.CLASSIC)
    await training.keep_win(run, START, FIRST, player_id=ADA.id, won=True)
    assert (await training.progress(ADA.id, PYRGA)).wins == 1
    assert (await training.progress(BLAISE.id, PYRGA)).longest == 0
    assert (await training.progress(ADA.id, Ruleset.CLASSIC)).wins == 0
    assert (await training.progress(BLAISE.id, Ruleset.CLASSIC)).run == 0

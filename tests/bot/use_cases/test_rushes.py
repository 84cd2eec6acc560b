"""Rushes: what counts, what comes next, and what's left when time is up."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store.connections.database import Database
from bot.use_cases.puzzles.attempts import start_rating
from bot.use_cases.puzzles.puzzles import Merit, Puzzles
from bot.use_cases.puzzles.rushes import LENGTH, Rush, Rushes
from engine import Puzzle, Ruleset, puzzles
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE

pytestmark = pytest.mark.quick


@pytest.fixture
def rushes(database: Database, clock: StandingClock) -> Rushes:
    return Rushes(database, clock, puzzles())


async def now(rushes: Rushes) -> Rush:
    rush = await rushes.latest(ADA.id)
    assert rush is not None
    return rush


async def solve(rushes: Rushes) -> Puzzle:
    puzzle = (await now(rushes)).puzzle
    assert await rushes.attempt(ADA, puzzle, puzzle.solution)
    return puzzle


async def miss(rushes: Rushes) -> Puzzle:
    puzzle = (await now(rushes)).puzzle
    assert await rushes.attempt(ADA, puzzle, next(iter(puzzle.refutations))) is False
    return puzzle


async def test_puzzles_get_harder_until_time_is_up_and_the_best_of_the_week_is_kept(
    rushes: Rushes, clock: StandingClock
) -> None:
    await rushes.begin(ADA, Ruleset.PILOTIS)
    solved = [await solve(rushes) for _ in range(12)]
    assert {puzzle.ruleset for puzzle in solved} == {Ruleset.PILOTIS}
    assert len({puzzle.number for puzzle in solved}) == 12
    assert solved[0].wins_at_once
    assert start_rating(solved[11]) > start_rating(solved[0]) + 300
    clock.move(LENGTH)
    late = (await now(rushes)).puzzle
    assert await rushes.attempt(ADA, late, late.solution) is None
    await rushes.begin(ADA, Ruleset.PYRGA)
    await solve(rushes)
    rush = await now(rushes)
    assert (rush.solved, rush.best) == (1, 12)
    clock.move(timedelta(days=7))
    assert await rushes.latest(ADA.id) is None
    await rushes.begin(ADA, Ruleset.PYRGA)
    assert (await now(rushes)).best == 0


async def test_the_third_mistake_ends_a_rush_and_what_was_missed_comes_again_without_a_rating(
    rushes: Rushes, database: Database, clock: StandingClock
) -> None:
    await rushes.begin(ADA, Ruleset.PYRGA)
    missed = [await miss(rushes) for _ in range(3)]
    assert (await now(rushes)).is_over
    clock.move(timedelta(days=1))
    service = Puzzles(database, clock, puzzles())
    record = await service.record(ADA.id)
    assert (record.rating, {*record.due}) == (None, {each.number for each in missed})
    attempt = await service.attempt(ADA, missed[0], missed[0].solution)
    assert (attempt.merit, attempt.change) == (Merit.SOLVED, None)


async def test_on_two_devices_at_once_there_is_one_rush_and_each_puzzle_counts_once(rushes: Rushes) -> None:
    await asyncio.gather(*(rushes.begin(ADA, Ruleset.PYRGA) for _ in range(4)))
    puzzle = (await now(rushes)).puzzle
    tried = await asyncio.gather(*(rushes.attempt(ADA, puzzle, puzzle.solution) for _ in range(4)))
    assert sorted(map(str, tried)) == ["None", "None", "None", "True"]
    assert (await now(rushes)).solved == 1
    assert await rushes.attempt(BLAISE, puzzle, puzzle.solution) is None


async def test_a_puzzle_that_would_help_in_a_game_is_left_out(rushes: Rushes) -> None:
    await rushes.begin(ADA, Ruleset.PYRGA)
    begun, closed = await now(rushes), set[str]()
    for _ in range(3):
        closed.add((await now(rushes)).puzzle.number)
        await rushes.skip(ADA, closed)
    rush = await now(rushes)
    assert rush.puzzle.number not in closed
    assert len(closed) == 3
    assert replace(rush, puzzle=begun.puzzle) == begun

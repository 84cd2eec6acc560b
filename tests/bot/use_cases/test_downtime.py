"""Time during which the bot was down, on real databases."""

import asyncio
from datetime import timedelta

import pytest

from bot.store.connections.database import Database
from bot.use_cases.clocks.downtime import LONGEST_SILENCE, beat
from bot.values.clocks import DueKind
from bot.values.game.game_errors import FinishedGameError
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HOUR, MINUTE, Clocked, until

pytestmark = pytest.mark.quick

SECOND = timedelta(seconds=1)


async def test_a_deadline_that_began_during_the_silence_does_not_exceed_the_time_per_move(
    clocked: Clocked,
) -> None:
    await clocked.downtime.beat()
    clocked.clock.move(3 * HOUR)
    game = await clocked.begin(HOUR)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(game.number)) == until(game)


async def test_reminders_and_claims_move_too_but_vacations_do_not(clocked: Clocked) -> None:
    first = await clocked.expired(DAY)
    second = await clocked.begin(3 * DAY)
    book = await clocked.vacations.start(BLAISE, 2)
    clocked.clock.move(30 * DAY)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(first.number)) == until(first) + 30 * DAY
    await clocked.live(3 * DAY - 12 * HOUR)
    assert (DueKind.REMINDER, second.number) in await clocked.overdue()
    assert book.current is not None
    assert (await clocked.vacations.book(BLAISE.id)).current is None


@pytest.mark.parametrize(("silence", "times"), [(LONGEST_SILENCE, 1), (15 * SECOND, 20)])
async def test_a_short_silence_and_a_bot_that_lives_give_nothing_back(
    clocked: Clocked, silence: timedelta, times: int
) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    for _ in range(times):
        clocked.clock.move(silence)
        await clocked.downtime.beat()
    assert await clocked.games.get(game.number) == game


async def test_only_one_of_many_processes_that_start_together_gives_time_back(
    clocked: Clocked, clock: StandingClock, database: Database
) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    clock.move(3 * HOUR)

    async def start(process: str) -> None:
        async with database.writing() as connection:
            await beat(connection, clock.now(), process)

    await asyncio.gather(*(start(f"process {number}") for number in range(5)))
    assert until(await clocked.games.get(game.number)) == until(game) + 3 * HOUR


async def test_processes_whose_clocks_differ_give_nothing_back_to_each_other(
    clocked: Clocked, database: Database
) -> None:
    async def beat_both() -> None:
        for process, ahead in (("slow", 0 * SECOND), ("fast", 2 * MINUTE)):
            async with database.writing() as connection:
                await beat(connection, clocked.now + ahead, process)

    await beat_both()
    game = await clocked.begin(HOUR)
    for _ in range(5):
        clocked.clock.move(15 * SECOND)
        await beat_both()
    assert await clocked.games.get(game.number) == game


async def test_anything_due_during_a_downtime_waits_even_if_the_task_notices_first(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    clocked.clock.move(3 * HOUR)
    assert await clocked.overdue() == []
    await clocked.live(HOUR)
    assert await clocked.overdue() == [(DueKind.DEADLINE, game.number)]


async def test_a_click_after_a_downtime_is_not_too_late(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(5 * MINUTE)
    clocked.clock.move(HOUR)
    played = await clocked.play(game)
    assert played.outcome is None
    await clocked.live(5 * MINUTE)
    with pytest.raises(FinishedGameError):
        await acts.play(clocked.games, game.number, revision=1, text="Cb1", player_id=BLAISE.id)
    with pytest.raises(FinishedGameError):
        await clocked.resign(game, ADA)


async def test_a_process_counts_until_it_has_been_silent_for_a_day(
    clocked: Clocked, database: Database
) -> None:
    async def beat_of(process: str) -> list[str]:
        async with database.writing() as connection:
            await beat(connection, clocked.now, process)
        return sorted(row.process for row in (await contents(database))["heartbeats"])

    await beat_of("one")
    clocked.clock.move(DAY)
    assert await beat_of("another") == ["another", "one"]
    clocked.clock.move(SECOND)
    assert await beat_of("another") == ["another"]

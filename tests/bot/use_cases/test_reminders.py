"""Reminders that come due, on real databases."""

import pytest

from bot.values.clocks import DueKind
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HOUR, Clocked, until

pytestmark = pytest.mark.quick


async def test_someone_who_chose_nothing_is_reminded_twelve_hours_before(clocked: Clocked) -> None:
    assert (await clocked.preferences.player(ADA.id)).reminders == {12}
    game = await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY - 12 * HOUR)
    reminded = await clocked.games.remind(await clocked.due(DueKind.REMINDER))
    assert reminded == game
    assert await clocked.overdue() == []


async def test_each_chosen_reminder_comes_once_per_turn(clocked: Clocked) -> None:
    await clocked.remind(ADA, {1, 6, 24})
    game = await clocked.begin(3 * DAY)
    for hours in (24, 6, 1):
        await clocked.live(until(game) - hours * HOUR - clocked.now)
        assert await clocked.games.remind(await clocked.due(DueKind.REMINDER)) is not None
        assert await clocked.overdue() == []
    await clocked.live(HOUR)
    assert await clocked.overdue() == [(DueKind.DEADLINE, game.number)]


async def test_someone_who_moves_in_time_is_not_reminded(clocked: Clocked) -> None:
    await clocked.remind(BLAISE, set())
    await clocked.play(await clocked.begin(3 * DAY))
    await clocked.live(3 * DAY - HOUR)
    assert await clocked.overdue() == []


async def test_only_one_process_gives_a_reminder(clocked: Clocked) -> None:
    await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY - 12 * HOUR)
    seen = await clocked.due(DueKind.REMINDER)
    assert await clocked.games.remind(seen) is not None
    assert await clocked.games.remind(seen) is None


async def test_no_one_is_reminded_of_time_that_has_run_out(clocked: Clocked) -> None:
    await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY)
    assert await clocked.games.remind(await clocked.due(DueKind.REMINDER)) is None


async def test_a_new_choice_applies_to_the_current_turn(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    await clocked.remind(ADA, {24})
    assert (await clocked.preferences.player(ADA.id)).reminders == {24}
    await clocked.live(2 * DAY)
    assert await clocked.overdue() == [(DueKind.REMINDER, game.number)]
    await clocked.remind(ADA, set())
    await clocked.live(DAY - HOUR)
    assert await clocked.overdue() == []


async def test_there_are_no_more_reminders_once_the_win_can_be_claimed(clocked: Clocked) -> None:
    await clocked.remind(ADA, {1, 24})
    game = await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY)
    await clocked.run_out()
    await clocked.remind(ADA, {6})
    assert await clocked.overdue() == []
    await clocked.players.claim(game.number, 1, BLAISE.id)

"""Reminders that come due, on real databases."""

import pytest
from sqlalchemy import Engine

from bot.use_cases.games import games as use_cases
from bot.values.clocks import Due, DueKind, QuietHours
from bot.values.game.game import Game
from bot.values.players import Place
from tests.bot.statements import heard
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, HOUR, MINUTE, Clocked, until

pytestmark = pytest.mark.quick


async def reminded(clocked: Clocked, due: Due) -> list[Game]:
    """Give the reminders that come with one that's due; return what they're about."""
    reminders = await clocked.games.told_with(due)
    await clocked.games.note_reminded(reminders or [due])
    return [*reminders.values()]


async def test_someone_who_chose_nothing_is_reminded_twelve_hours_before(clocked: Clocked) -> None:
    assert (await clocked.preferences.player(ADA.id)).reminders == {12}
    game = await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY - 12 * HOUR)
    assert await reminded(clocked, await clocked.due(DueKind.REMINDER)) == [game]
    assert await clocked.overdue() == []


async def test_each_chosen_reminder_comes_once_per_turn(clocked: Clocked) -> None:
    await clocked.remind(ADA, {1, 6, 24})
    game = await clocked.begin(3 * DAY)
    for hours in (24, 6, 1):
        await clocked.live(until(game) - hours * HOUR - clocked.now)
        assert await reminded(clocked, await clocked.due(DueKind.REMINDER))
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
    assert await reminded(clocked, seen)
    assert not await reminded(clocked, seen)


async def test_no_one_is_reminded_of_time_that_has_run_out(clocked: Clocked) -> None:
    await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY)
    assert not await reminded(clocked, await clocked.due(DueKind.REMINDER))


async def test_a_new_choice_applies_to_the_current_turn(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    await clocked.remind(ADA, {24})
    assert (await clocked.preferences.player(ADA.id)).reminders == {24}
    await clocked.live(2 * DAY)
    assert await clocked.overdue() == [(DueKind.REMINDER, game.number)]
    await clocked.remind(ADA, set())
    await clocked.live(DAY - HOUR)
    assert await clocked.overdue() == []


async def test_new_quiet_hours_apply_to_the_current_turn(clocked: Clocked) -> None:
    await clocked.remind(ADA, {12, 1})
    game = await clocked.begin(DAY)
    at = until(game) - 12 * HOUR
    await clocked.choose(ADA, quiet=QuietHours("Africa/Accra", at.hour, (at.hour + 2) % 24))
    await clocked.live(at - clocked.now)
    assert await clocked.overdue() == []
    await clocked.live(2 * HOUR)
    assert await clocked.overdue() == [(DueKind.REMINDER, game.number)]


async def test_there_are_no_more_reminders_once_the_win_can_be_claimed(clocked: Clocked) -> None:
    await clocked.remind(ADA, {1, 24})
    game = await clocked.begin(3 * DAY)
    await clocked.live(3 * DAY)
    await clocked.run_out()
    await clocked.remind(ADA, {6})
    assert await clocked.overdue() == []
    await clocked.players.claim(game.number, 1, BLAISE.id)


async def test_reminders_within_a_quarter_of_an_hour_come_together(clocked: Clocked) -> None:
    games = []
    for opponent in (BLAISE, CHIYO):
        games.append(await clocked.begin(DAY, opponent=opponent))
        await clocked.live(10 * MINUTE)
    later = await clocked.begin(DAY)
    await clocked.live(12 * HOUR - 20 * MINUTE)
    first = await clocked.due(DueKind.REMINDER)
    # A process that dies before it has noted them gives the same ones again.
    for _ in range(2):
        assert [*(await clocked.games.told_with(first)).values()] == games
    assert await reminded(clocked, first) == games
    assert await clocked.overdue() == []
    await clocked.live(20 * MINUTE)
    assert await reminded(clocked, await clocked.due(DueKind.REMINDER)) == [later]


async def test_each_of_many_reminders_looks_at_few_games_elsewhere_and_at_all_that_it_is_about(
    clocked: Clocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(use_cases, "LOOKED_AT", 2)
    seconds = int(DAY.total_seconds())
    places = [Place(10, 30 + number) for number in range(6)]
    elsewhere = [await clocked.agree(place=place, move_seconds=seconds) for place in places]
    here = [await clocked.agree(place=HERE, move_seconds=seconds) for _ in range(5)]
    await clocked.live(12 * HOUR)
    due = {each.about: each for each in await clocked.due_times.overdue(20)}
    with heard(Engine) as statements:
        assert [*(await clocked.games.told_with(due[elsewhere[0].number])).values()] == elsewhere[:1]
    assert sum("FROM games" in statement for statement in statements) == 2
    await clocked.games.note_reminded([due[game.number] for game in elsewhere])
    assert [*(await clocked.games.told_with(due[here[0].number])).values()] == here

"""Vacations and what they do to clocks, on real databases."""

import asyncio
from collections import Counter
from datetime import datetime, timedelta

import pytest

from bot.use_cases.clocks.vacations import VacationBook
from bot.values.challenge_errors import ShortWeekendsError
from bot.values.clocks import DueKind
from bot.values.errors import NoVacationDaysError, OnVacationError
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, Clocked, until


def number(book: VacationBook) -> int:
    assert book.current is not None
    return book.current.number


async def test_a_vacation_stops_the_clock_of_the_player_to_move(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    await clocked.live(DAY)
    await clocked.vacations.start(ADA, 5)
    stopped = await clocked.games.get(game.number)
    assert stopped.clock is not None
    assert stopped.clock.until == until(game) + 5 * DAY
    assert stopped.clock.vacation_until == clocked.now + 5 * DAY
    assert stopped.revision == game.revision


async def test_a_turn_that_begins_during_a_vacation_has_its_full_time_after_it(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    await clocked.vacations.start(BLAISE, 5)
    assert (await clocked.games.get(game.number)).clock == game.clock, "it's Ada's turn"
    ends = clocked.now + 5 * DAY
    await clocked.live(2 * DAY)
    played = await clocked.play(game)
    assert until(played) == ends + 3 * DAY
    assert await clocked.games.get(game.number) == played


async def test_the_end_of_a_vacation_does_not_move_the_deadline_again(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    await clocked.vacations.start(ADA, 5)
    await clocked.live(5 * DAY)
    await clocked.due_times.take(await clocked.due(DueKind.VACATION))
    back = await clocked.games.get(game.number)
    assert back.clock is not None
    assert (back.clock.until, back.clock.vacation_until) == (until(game) + 5 * DAY, None)


async def test_a_vacation_ended_early_counts_as_if_it_had_been_as_short_from_the_start(
    clocked: Clocked,
) -> None:
    before = await clocked.begin(3 * DAY)
    await clocked.live(DAY)
    vacation = await clocked.vacations.start(ADA, 10)
    during = await clocked.begin(3 * DAY)
    await clocked.live(2 * DAY + HOUR)
    book = await clocked.vacations.end(ADA, number(vacation))
    assert (book.current, book.left) == (None, 11)
    assert until(await clocked.games.get(before.number)) == until(before) + 2 * DAY + HOUR
    assert until(await clocked.games.get(during.number)) == clocked.now + 3 * DAY
    assert (await clocked.games.get(during.number)).clock is not None


async def test_reminders_move_with_the_deadline(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    vacation = await clocked.vacations.start(ADA, 5)
    await clocked.live(2 * DAY)
    await clocked.vacations.end(ADA, number(vacation))
    deadline = until(await clocked.games.get(game.number))
    await clocked.live(deadline - clocked.now - 12 * HOUR - timedelta(seconds=1))
    assert await clocked.overdue() == []
    await clocked.live(timedelta(seconds=1))
    assert await clocked.overdue() == [(DueKind.REMINDER, game.number)]


async def test_vacations_and_downtime_put_off_clocks_that_rest_on_weekends_by_weekdays(
    clocked: Clocked,
) -> None:
    # It's a Sunday noon.
    await clocked.remind(ADA, [24])
    monday = clocked.now + DAY / 2
    resting = await clocked.agree(move_seconds=3 * 24 * 3600, weekends_off=True)
    usual = await clocked.agree(opponent=CHIYO, move_seconds=3 * 24 * 3600)
    assert (until(resting), until(usual)) == (monday + 3 * DAY, monday + 2.5 * DAY)

    async def now_until() -> tuple[datetime, datetime]:
        return until(await clocked.games.get(resting.number)), until(await clocked.games.get(usual.number))

    # A vacation from Tuesday noon to Saturday noon, so that half of Tuesday and two days are left.
    await clocked.live(2 * DAY)
    vacation = await clocked.vacations.start(ADA, 4)
    assert await now_until() == (monday + 8.5 * DAY, monday + 6.5 * DAY)
    # It's ended on Thursday noon.
    await clocked.live(2 * DAY)
    await clocked.vacations.end(ADA, number(vacation))
    assert await now_until() == (monday + 5 * DAY, monday + 4.5 * DAY)
    # The bot is down until Saturday noon, with a day and a half left.
    await clocked.downtime.beat()
    clocked.clock.move(2 * DAY)
    await clocked.downtime.beat()
    assert await now_until() == (monday + 8.5 * DAY, monday + 6.5 * DAY)
    # A reminder comes 24 hours before the deadline, wherever that is.
    await clocked.live(2 * DAY - HOUR)
    assert (DueKind.REMINDER, resting.number) not in await clocked.overdue()
    await clocked.live(HOUR)
    assert (DueKind.REMINDER, resting.number) in await clocked.overdue()
    for seconds in (None, 24 * 3600 - 1):
        with pytest.raises(ShortWeekendsError):
            await clocked.propose(move_seconds=seconds, weekends_off=True)


async def test_a_vacation_does_not_undo_a_deadline_that_has_passed(clocked: Clocked) -> None:
    handled = await clocked.expired(DAY)
    await clocked.begin(DAY)
    await clocked.live(DAY)
    await clocked.vacations.start(ADA, 5)
    assert until(await clocked.games.get(handled.number)) == until(handled)
    assert (DueKind.DEADLINE, handled.number + 1) in await clocked.overdue()


async def test_more_time_given_during_a_vacation_begins_after_it(clocked: Clocked) -> None:
    game = await clocked.expired(DAY)
    await clocked.vacations.start(ADA, 5)
    given = await clocked.players.give_time(game.number, game.revision, BLAISE.id)
    assert until(given) == clocked.now + 5 * DAY + DAY


async def test_no_one_has_two_vacations_at_the_same_time_or_uses_more_days_than_they_have(
    clocked: Clocked,
) -> None:
    for days in (0, -1, 15):
        with pytest.raises(NoVacationDaysError):
            await clocked.vacations.start(ADA, days)
    book = await clocked.vacations.start(ADA, 10)
    assert (book.left, book.most) == (4, 4)
    with pytest.raises(OnVacationError):
        await clocked.vacations.start(ADA, 1)
    await clocked.live(10 * DAY)
    with pytest.raises(NoVacationDaysError) as raised:
        await clocked.vacations.start(ADA, 5)
    assert raised.value.most == 4
    assert (await clocked.vacations.start(ADA, 4)).left == 0
    await clocked.live(4 * DAY)
    with pytest.raises(NoVacationDaysError):
        await clocked.vacations.start(ADA, 1)
    assert (await clocked.vacations.book(BLAISE.id)).left == 14


async def test_an_old_button_does_not_end_a_later_vacation(clocked: Clocked) -> None:
    first = await clocked.vacations.start(ADA, 1)
    await clocked.live(DAY)
    second = await clocked.vacations.start(ADA, 2)
    assert await clocked.vacations.end(ADA, number(first)) == second
    assert await clocked.vacations.end(BLAISE, number(second)) == await clocked.vacations.book(BLAISE.id)
    assert await clocked.vacations.book(ADA.id) == second


async def test_two_simultaneous_clicks_begin_one_vacation(clocked: Clocked) -> None:
    game = await clocked.begin(3 * DAY)
    results = await asyncio.gather(
        *(clocked.vacations.start(ADA, 3) for _ in range(4)), return_exceptions=True
    )
    assert Counter(map(type, results)) == {VacationBook: 1, OnVacationError: 3}
    assert until(await clocked.games.get(game.number)) == until(game) + 3 * DAY


async def test_moves_and_a_simultaneous_vacation_never_cost_time(clocked: Clocked) -> None:
    games = [await clocked.begin(3 * DAY) for _ in range(5)]
    await asyncio.gather(clocked.vacations.start(BLAISE, 3), *(clocked.play(game) for game in games))
    for game in games:
        assert until(await clocked.games.get(game.number)) == clocked.now + 6 * DAY

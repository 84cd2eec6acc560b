"""Vacations in cups, where only so much of them counts, on real databases."""

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import update

from bot.store.clocks import due_times
from bot.store.schema import tables
from bot.use_cases.clocks.vacations import DAYS_IN_EVENT, Vacation
from bot.values.clocks import CLOCK_KINDS, DueKind
from bot.values.game.game import Game
from bot.values.players import Player
from tests.bot.cup_games import begin_between
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HERE, HOUR, Clocked, until

MOST = DAYS_IN_EVENT * DAY


async def begin_in_cup(clocked: Clocked, per_move: timedelta = 3 * DAY) -> Game:
    """Begin a game between Ada, who is White, and Blaise in the cup."""
    seconds = int(per_move.total_seconds())
    players = (ADA, BLAISE)
    return await begin_between(clocked.database, players, clocked.now, place=HERE, move_seconds=seconds)


async def go_away(clocked: Clocked, who: Player, days: int) -> int:
    """Start a vacation, and return its number."""
    book = await clocked.vacations.start(who, days)
    assert book.current is not None
    return book.current.number


async def test_up_to_seven_days_count_in_a_cup_and_all_of_them_elsewhere(clocked: Clocked) -> None:
    elsewhere, game = await clocked.begin(3 * DAY), await begin_in_cup(clocked)
    await clocked.live(DAY)
    await go_away(clocked, ADA, 10)
    stopped = await clocked.games.get(game.number)
    assert until(stopped) == until(game) + MOST
    assert stopped.clock is not None
    assert stopped.clock.vacation_until == clocked.now + MOST
    assert until(await clocked.games.get(elsewhere.number)) == until(elsewhere) + 10 * DAY


async def test_a_turn_that_begins_during_a_vacation_starts_once_it_counts_no_more(clocked: Clocked) -> None:
    game = await begin_in_cup(clocked)
    await go_away(clocked, BLAISE, 10)
    ends = clocked.now + MOST
    await clocked.live(DAY)
    assert until(await clocked.play(game)) == ends + 3 * DAY
    await clocked.live(7 * DAY)
    later = await begin_in_cup(clocked)
    assert until(await clocked.play(later)) == clocked.now + 3 * DAY


async def test_a_vacation_counts_in_a_cup_that_starts_meanwhile_from_then_on(clocked: Clocked) -> None:
    await go_away(clocked, ADA, 10)
    await clocked.live(2 * DAY)
    first = await begin_in_cup(clocked)
    assert until(first) == clocked.now + MOST + 3 * DAY
    await clocked.live(DAY)
    assert until(await begin_in_cup(clocked)) == clocked.now + MOST - DAY + 3 * DAY


async def test_a_new_stage_does_not_bring_back_what_was_used(clocked: Clocked) -> None:
    game = await begin_in_cup(clocked)
    await clocked.resign(game, BLAISE)
    await go_away(clocked, ADA, 10)
    await clocked.live(4 * DAY)
    assert until(await begin_in_cup(clocked)) == clocked.now + 3 * DAY + 3 * DAY


async def test_ending_a_vacation_early_ends_it_everywhere(clocked: Clocked) -> None:
    elsewhere, game = await clocked.begin(3 * DAY), await begin_in_cup(clocked)
    number = await go_away(clocked, ADA, 10)
    await clocked.live(2 * DAY + HOUR)
    book = await clocked.vacations.end(ADA, number)
    assert (book.current, book.left) == (None, 11)
    for each in (elsewhere, game):
        assert until(await clocked.games.get(each.number)) == until(each) + 2 * DAY + HOUR
    assert until(await begin_in_cup(clocked)) == clocked.now + 3 * DAY


async def test_once_it_counts_no_more_ending_it_early_gives_nothing_back_in_the_cup(clocked: Clocked) -> None:
    game = await begin_in_cup(clocked, 14 * DAY)
    number = await go_away(clocked, ADA, 10)
    await clocked.live(8 * DAY)
    await clocked.due_times.take(await clocked.due(DueKind.VACATION))
    await clocked.vacations.end(ADA, number)
    assert until(await clocked.games.get(game.number)) == until(game) + MOST


async def test_no_deadline_is_put_off_further_than_the_vacation_counts_there(clocked: Clocked) -> None:
    elsewhere, game = await clocked.begin(3 * DAY), await begin_in_cup(clocked)
    await go_away(clocked, ADA, 10)
    async with clocked.database.writing() as connection:
        await due_times.shift(connection, 30 * DAY, CLOCK_KINDS)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(game.number)) == clocked.now + MOST + 3 * DAY
    assert until(await clocked.games.get(elsewhere.number)) == clocked.now + 10 * DAY + 3 * DAY


async def test_a_cup_uses_no_days_of_the_year(clocked: Clocked) -> None:
    await begin_in_cup(clocked)
    assert (await clocked.vacations.start(ADA, 10)).left == 4


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))])
async def test_time_on_vacation_is_given_back_as_far_as_it_counts_and_no_other_time_is(
    clocked: Clocked, seed: int
) -> None:
    random, per_move = Random(seed), 40 * DAY
    games = {
        game.number: game for game in [await clocked.begin(14 * DAY), await begin_in_cup(clocked, per_move)]
    }
    since, begun = clocked.now, dict.fromkeys(games, clocked.now)
    vacations: dict[Player, list[Vacation]] = {ADA: [], BLAISE: []}
    for step in range(25):
        await clocked.live(random.random() * DAY)
        if step == 12:
            second = await begin_in_cup(clocked, per_move)
            games[second.number], begun[second.number] = second, clocked.now
        act, who = random.choice(["play", "start", "end"]), random.choice([ADA, BLAISE])
        book = await clocked.vacations.book(who.id)
        if act == "play":
            number = random.choice(list(games))
            games[number] = await clocked.play(await clocked.games.get(number))
            begun[number] = clocked.now
        elif act == "start" and book.current is None and book.most > 0:
            started = await clocked.vacations.start(who, random.randint(1, book.most))
            assert started.current is not None
            vacations[who].append(started.current)
        elif act == "end" and book.current is not None:
            await clocked.vacations.end(who, book.current.number)
            vacations[who][-1] = replace(vacations[who][-1], ends_at=clocked.now)
        for number, turn in begun.items():
            game = await clocked.games.get(number)
            taken = vacations[game.to_move]
            counting = taken if game.event is None else counting_in_cup(taken, since)
            span = timedelta(seconds=game.move_seconds or 0)
            assert until(game) == after_working_time(turn, span, counting)


def counting_in_cup(vacations: list[Vacation], since: datetime) -> list[Vacation]:
    """Return what counts of vacations, which are in order, in a cup since a player's first game there."""
    left, counting = MOST, []
    for vacation in vacations:
        starts = max(vacation.starts_at, since)
        ends = min(vacation.ends_at, starts + left)
        if ends > starts:
            left -= ends - starts
            counting.append(replace(vacation, starts_at=starts, ends_at=ends))
    return counting


def after_working_time(since: datetime, span: timedelta, vacations: list[Vacation]) -> datetime:
    """Return the time when ``span`` has passed outside of the vacations, which are in order."""
    instant = since
    for vacation in vacations:
        before = max(vacation.starts_at - instant, timedelta())
        if before >= span:
            break
        span -= before
        instant = max(vacation.ends_at, instant)
    return instant + span


@pytest.mark.parametrize("before", [False, True])
async def test_no_vacation_counts_in_a_cup_without_them_and_all_of_it_does_elsewhere(
    clocked: Clocked, *, before: bool
) -> None:
    first = await begin_in_cup(clocked)
    async with clocked.database.writing() as connection:
        await connection.execute(update(tables.cups).values(terms='{"vacations":false}'))
    elsewhere = await clocked.begin(3 * DAY)
    await go_away(clocked, ADA, 5)
    game = await begin_in_cup(clocked) if before else first
    shown = await clocked.games.get(game.number)
    assert shown.clock is not None
    assert (shown.clock.until, shown.clock.vacation_until) == (clocked.now + 3 * DAY, None)
    assert until(await clocked.games.get(elsewhere.number)) == clocked.now + 8 * DAY

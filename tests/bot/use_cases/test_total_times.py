"""Games with a total time for each player, on real databases."""

from datetime import timedelta

import pytest

from bot.values.clocks import TotalTime
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError
from engine import Color, Outcome, Reason
from tests.bot.use_cases.clocked import ADA, BLAISE, MINUTE, Clocked, until

pytestmark = pytest.mark.quick

SECOND = timedelta(seconds=1)
TEN_AND_FIVE = TotalTime(600, 5)


async def begin(clocked: Clocked) -> Game:
    """Return a game in which both have made their first move, so that Ada's clock runs."""
    return await clocked.play(await clocked.agree(total=TEN_AND_FIVE), 2)


def left(game: Game) -> tuple[timedelta | None, timedelta | None]:
    """Return what was left of both players' times when the turn began."""
    return game.white_seat.left, game.black_seat.left


async def test_no_clock_runs_until_both_have_moved(clocked: Clocked) -> None:
    game = await clocked.agree(total=TEN_AND_FIVE)
    await clocked.live(60 * MINUTE)
    game = await clocked.play(game)
    assert game.clock is None
    await clocked.live(60 * MINUTE)
    game = await clocked.play(game)
    assert left(game) == (10 * MINUTE, 10 * MINUTE)
    assert until(game) == clocked.now + 10 * MINUTE


async def test_a_move_takes_the_time_it_took_and_adds_the_increment(clocked: Clocked) -> None:
    game = await begin(clocked)
    await clocked.live(20 * SECOND)
    game = await clocked.play(game)
    assert left(game) == (10 * MINUTE - 15 * SECOND, 10 * MINUTE)
    assert until(game) == clocked.now + 10 * MINUTE
    await clocked.live(2 * SECOND)
    game = await clocked.play(game)
    assert left(game) == (10 * MINUTE - 15 * SECOND, 10 * MINUTE + 3 * SECOND)
    assert await clocked.games.get(game.number) == game


async def test_whoever_runs_out_of_time_has_lost(clocked: Clocked) -> None:
    await begin(clocked)
    await clocked.live(10 * MINUTE)
    assert (await clocked.run_out()).outcome == Outcome(Color.BLACK, Reason.TIMEOUT)
    assert await clocked.overdue() == []


async def test_a_late_click_loses_even_before_the_job_comes(clocked: Clocked) -> None:
    game = await begin(clocked)
    await clocked.live(10 * MINUTE + SECOND)
    with pytest.raises(FinishedGameError):
        await clocked.play(game)


async def test_time_during_which_the_bot_was_down_is_given_back(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    game = await begin(clocked)
    await clocked.live(MINUTE)
    clocked.clock.move(30 * MINUTE)
    await clocked.downtime.beat()
    game = await clocked.play(await clocked.games.get(game.number))
    assert left(game) == (9 * MINUTE + 5 * SECOND, 10 * MINUTE)


async def test_what_is_given_back_is_never_more_than_what_was_left(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    clocked.clock.move(30 * MINUTE)
    game = await begin(clocked)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(game.number)) == clocked.now + 10 * MINUTE


async def test_a_vacation_does_not_pause_it(clocked: Clocked) -> None:
    before = await begin(clocked)
    await clocked.vacations.start(ADA, 2)
    assert until(await clocked.games.get(before.number)) == until(before)
    game = await clocked.play(before, 2)
    assert until(game) == clocked.now + 10 * MINUTE + 5 * SECOND
    book = await clocked.vacations.book(ADA.id)
    assert book.current is not None
    await clocked.vacations.end(ADA, book.current.number)
    assert until(await clocked.games.get(game.number)) == until(game)


async def test_a_takeback_gives_no_time_back(clocked: Clocked) -> None:
    game = await begin(clocked)
    await clocked.live(20 * SECOND)
    game = await clocked.play(game)
    await clocked.live(10 * SECOND)
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    game = await clocked.players.accept(game.number, game.revision, BLAISE.id)
    assert left(game) == (10 * MINUTE - 15 * SECOND, 10 * MINUTE - 10 * SECOND)
    assert until(game) == clocked.now + 10 * MINUTE - 15 * SECOND


async def test_planned_moves_take_no_time(clocked: Clocked) -> None:
    game = await begin(clocked)
    first = str(game.position.legal_moves[0])
    reply = str(game.position.play(game.position.legal_moves[0]).legal_moves[0])
    await clocked.players.plan(game.number, game.revision, BLAISE.id, (first,), reply)
    await clocked.live(20 * SECOND)
    game = await clocked.play(await clocked.games.get(game.number))
    assert left(game) == (10 * MINUTE - 15 * SECOND, 10 * MINUTE + 5 * SECOND)
    assert game.position.turn is Color.WHITE
    assert until(game) == clocked.now + 10 * MINUTE - 15 * SECOND

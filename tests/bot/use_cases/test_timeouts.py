"""Clocks that start, stop and run out, on real databases."""

import asyncio

import pytest

from bot.store.connections.database import Database
from bot.values.clocks import DueKind
from bot.values.errors import Refusal
from bot.values.game.game import Game, TurnClock
from bot.values.game.game_errors import (
    FinishedGameError,
    NotAPlayerError,
    NotWaitingError,
    StaleRevisionError,
)
from engine import Color, Outcome, Reason, Start
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, MINUTE, Clocked, until

pytestmark = pytest.mark.quick

ADA_LOSES = Outcome(Color.BLACK, Reason.TIMEOUT)


async def test_a_game_without_a_clock_never_comes_due(clocked: Clocked) -> None:
    game = await clocked.play(await clocked.begin(None))
    await clocked.live(400 * DAY)
    assert (game.clock, await clocked.overdue()) == (None, [])


async def test_every_turn_has_its_full_time(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    assert game.clock == TurnClock(clocked.now + DAY, claimable=False)
    await clocked.live(5 * HOUR)
    game = await clocked.play(game)
    assert game.clock == TurnClock(clocked.now + DAY, claimable=False)
    assert await clocked.games.get(game.number) == game


async def test_after_a_balanced_start_black_has_the_full_time(clocked: Clocked) -> None:
    game = await clocked.begin(HOUR, Start.BALANCED)
    assert (game.to_move, until(game)) == (BLAISE, clocked.now + HOUR)


async def test_the_player_to_move_after_a_swap_has_the_full_time(clocked: Clocked) -> None:
    game = await clocked.play(await clocked.begin(HOUR, Start.SWAP))
    await clocked.live(20 * MINUTE)
    game = await clocked.players.swap(game.number, game.revision, BLAISE.id)
    assert (game.to_move, until(game)) == (ADA, clocked.now + HOUR)
    await clocked.live(50 * MINUTE)
    assert await clocked.overdue() == []


async def test_a_finished_game_no_longer_comes_due(clocked: Clocked) -> None:
    ended = await clocked.resign(await clocked.begin(DAY), BLAISE)
    await clocked.live(30 * DAY)
    assert (ended.clock, await clocked.overdue()) == (None, [])
    assert await clocked.games.get(ended.number) == ended


async def test_with_up_to_an_hour_per_move_the_game_ends_when_time_runs_out(clocked: Clocked) -> None:
    game = await clocked.expired(HOUR)
    assert (game.outcome, game.winner, game.shown) == (ADA_LOSES, BLAISE, False)
    assert await clocked.games.get(game.number) == game
    await clocked.live(30 * DAY)
    assert await clocked.overdue() == []


async def test_nothing_ends_before_its_time(clocked: Clocked) -> None:
    await clocked.begin(5 * MINUTE)
    await clocked.live(5 * MINUTE - MINUTE / 60)
    assert await clocked.overdue() == []
    await clocked.live(MINUTE / 60)
    assert await clocked.overdue() == [(DueKind.DEADLINE, 1)]


@pytest.mark.parametrize("act", ["play", "resign", "swap"])
async def test_a_click_after_the_deadline_of_a_live_game_is_too_late(clocked: Clocked, act: str) -> None:
    game = await clocked.begin(5 * MINUTE)
    await clocked.live(5 * MINUTE)
    clicks = {
        "play": lambda: acts.play(clocked.games, game.number, revision=0, text="Sa1", player_id=ADA.id),
        "resign": lambda: clocked.resign(game, BLAISE),
        "swap": lambda: clocked.players.swap(game.number, 0, ADA.id),
    }
    with pytest.raises(FinishedGameError) as raised:
        await clicks[act]()
    assert raised.value.game.outcome == ADA_LOSES
    assert await clocked.games.get(game.number) == raised.value.game
    assert await clocked.overdue() == []


async def test_a_loss_by_a_late_click_is_drawn_again_if_an_older_board_may_still_be_on_its_way(
    clocked: Clocked,
) -> None:
    game = await clocked.begin(5 * MINUTE)
    await clocked.live(5 * MINUTE)
    with pytest.raises(FinishedGameError) as raised:
        await clocked.play(game)
    await clocked.players.see_all_boards(raised.value.game)
    assert (await clocked.games.get(game.number)).shown is not clocked.database.is_shared


async def test_with_over_an_hour_per_move_a_late_move_counts(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await clocked.live(2 * DAY)
    played = await clocked.play(game)
    assert (played.outcome, played.to_move, until(played)) == (None, BLAISE, clocked.now + DAY)


async def test_with_over_an_hour_per_move_the_win_can_be_claimed(clocked: Clocked) -> None:
    game = await clocked.expired(DAY)
    assert game.clock == TurnClock(clocked.now + 7 * DAY, claimable=True)
    assert (game.outcome, game.revision, game.shown) == (None, 1, False)
    assert await clocked.games.get(game.number) == game
    won = await clocked.players.claim(game.number, 1, BLAISE.id)
    assert (won.outcome, won.winner) == (ADA_LOSES, BLAISE)
    with pytest.raises(FinishedGameError):
        await clocked.players.claim(game.number, 1, BLAISE.id)


async def test_the_late_player_may_move_until_the_win_is_claimed(clocked: Clocked) -> None:
    game = await clocked.expired(DAY)
    await clocked.live(6 * DAY)
    played = await clocked.play(game)
    assert played.clock == TurnClock(clocked.now + DAY, claimable=False)
    with pytest.raises(StaleRevisionError):
        await clocked.players.claim(game.number, game.revision, BLAISE.id)


async def test_each_click_of_the_waiting_player_gives_more_time_once(clocked: Clocked) -> None:
    game = await clocked.expired(DAY)
    await clocked.live(HOUR)
    given = await clocked.players.give_time(game.number, game.revision, BLAISE.id)
    assert given.clock == TurnClock(clocked.now + DAY, claimable=False)
    assert await clocked.games.get(game.number) == given
    with pytest.raises(StaleRevisionError):
        await clocked.players.give_time(game.number, game.revision, BLAISE.id)
    await clocked.live(DAY)
    again = await clocked.run_out()
    assert again.clock is not None
    assert again.clock.claimable


async def test_only_the_waiting_player_may_choose(clocked: Clocked) -> None:
    game = await clocked.expired(DAY)
    refused: list[tuple[int, type[Refusal]]] = [(ADA.id, NotWaitingError), (CHIYO.id, NotAPlayerError)]
    for who, error in refused:
        for choose in (clocked.players.claim, clocked.players.give_time):
            with pytest.raises(error):
                await choose(game.number, game.revision, who)
    assert await clocked.games.get(game.number) == game


async def test_there_is_nothing_to_claim_while_time_is_left(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    for choose in (clocked.players.claim, clocked.players.give_time):
        with pytest.raises(StaleRevisionError):
            await choose(game.number, 0, BLAISE.id)


async def test_after_a_week_without_a_claim_the_game_ends(clocked: Clocked) -> None:
    await clocked.expired(DAY)
    await clocked.live(7 * DAY)
    ended = await clocked.players.let_claim_lapse(await clocked.due(DueKind.CLAIM))
    assert ended is not None
    assert ended.outcome == ADA_LOSES
    assert await clocked.overdue() == []


async def test_a_due_time_that_was_seen_and_then_moved_has_no_effect(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await clocked.live(DAY)
    seen = await clocked.due(DueKind.DEADLINE)
    played = await clocked.play(game)
    with pytest.raises(StaleRevisionError):
        await acts.run_out(clocked.games, seen)
    assert await clocked.games.get(game.number) == played


async def test_exactly_one_of_two_processes_ends_each_game(
    clocked: Clocked, clock: StandingClock, database: Database
) -> None:
    games = [await clocked.begin(HOUR) for _ in range(5)]
    await clocked.live(HOUR)
    other = Clocked(database, clock)
    seen = [
        (process, row)
        for process in (clocked, other)
        for row in await process.due_times.overdue(50)
        if row.kind == DueKind.DEADLINE
    ]
    assert len(seen) == 2 * len(games)
    ended = await asyncio.gather(
        *(acts.run_out(process.games, row) for process, row in seen), return_exceptions=True
    )
    assert sorted(game.number for game in ended if isinstance(game, Game)) == [game.number for game in games]
    assert await clocked.overdue() == []


async def test_a_late_move_and_a_simultaneous_timeout_have_one_effect(clocked: Clocked) -> None:
    games = [await clocked.begin(DAY) for _ in range(5)]
    await clocked.live(DAY)
    rows = [row for row in await clocked.due_times.overdue(50) if row.kind == DueKind.DEADLINE]
    await asyncio.gather(
        *(acts.run_out(clocked.games, row) for row in rows),
        *(clocked.play(game) for game in games),
        return_exceptions=True,
    )
    for number in (game.number for game in games):
        game = await clocked.games.get(number)
        assert game.clock is not None
        assert game.clock.claimable is (game.position.ply == 0)

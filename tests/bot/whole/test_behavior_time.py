"""What happens over time, in every state of a game: a table in ``docs/behavior.md``."""

from datetime import timedelta

import pytest
from discord.utils import format_dt

from bot.values.players import Player
from engine import Color, Outcome, Reason
from tests.bot.servers import Server, offered, texts
from tests.bot.whole.scenes import (
    BEGINNING,
    CHALLENGE,
    CLOCK,
    COMPUTER,
    LATE,
    OVER,
    PLAY,
    QUESTION,
    SIDES,
    Scene,
    arrange,
    live,
)
from tests.cells import cells

pytestmark = pytest.mark.thorough

TICKING = (SIDES, BEGINNING, PLAY, QUESTION)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECONDS = int(CLOCK.total_seconds())


@cells("a challenge expires", CHALLENGE)
async def test_a_challenge_that_no_one_answers_expires(server: Server, scene: Scene) -> None:
    await live(server, 3 * DAY)
    assert texts(scene.message) == ["**Blaise** didn't answer **Ada**'s challenge in time."]
    assert server.pinged() == []
    who, accept = await scene.step()
    assert accept not in {button["custom_id"] for button in offered(scene.message)}
    await scene.press_unoffered(who, accept)
    assert await scene.steps_taken() == 0


@cells("time runs out, over an hour per move", *TICKING)
async def test_the_win_may_be_claimed(server: Server, state: str) -> None:
    scene = await arrange(server, state, move_seconds=SECONDS)
    await live(server, CLOCK)
    game = await scene.game()
    assert game.clock is not None
    assert (game.clock.claimable, game.offer, game.outcome) == (True, None, None)
    assert "to play · out of time: " in await scene.board()
    assert "offers a draw" not in await scene.board()
    assert scene.waiting.id in server.pinged()


@cells("time runs out, over an hour per move", LATE)
async def test_a_week_later_the_game_is_lost(server: Server, scene: Scene) -> None:
    await live(server, 7 * DAY)
    told = f"**{scene.blaise.mention} wins: {scene.ada.mention} ran out of time**"
    assert told in await scene.board()


@cells("time runs out, an hour or less per move", *TICKING)
async def test_the_game_is_lost_immediately(server: Server, state: str) -> None:
    scene = await arrange(server, state, move_seconds=300)
    await live(server, timedelta(minutes=5))
    game = await scene.game()
    winner = Color.WHITE if state in {SIDES, BEGINNING} else Color.BLACK
    assert game.outcome == Outcome(winner, Reason.TIMEOUT)
    late, other = (f"<@{game.player(color).id}>" for color in (winner.opponent, winner))
    assert f"**{other} wins: {late} ran out of time**" in await scene.board()


@cells("a reminder comes due", *TICKING)
async def test_the_player_to_move_is_reminded(server: Server, state: str) -> None:
    scene = await arrange(server, state, move_seconds=int(DAY.total_seconds()))
    await live(server, 12 * HOUR)
    reminder = scene.server.posted()[-1].content
    assert reminder.startswith(f"{scene.mover.mention} Your move in game")
    assert str((await scene.game()).message_id) in reminder


@cells("a vacation starts", *TICKING)
async def test_a_vacation_pauses_the_clock(server: Server, state: str) -> None:
    scene = await arrange(server, state, move_seconds=SECONDS)
    await server.client.services.vacations.start(Player(scene.mover.id, "?"), 2)
    ends = server.clock.now() + 2 * DAY
    await live(server, DAY)
    game = await scene.game()
    assert game.clock is not None
    assert (game.clock.until, game.clock.claimable) == (ends + CLOCK, False)


@cells("a vacation starts", CHALLENGE)
async def test_a_game_that_begins_during_a_vacation_has_its_full_time_after_it(server: Server) -> None:
    scene = await arrange(server, CHALLENGE, clock="2h")
    await server.client.services.vacations.start(Player(scene.ada.id, "Ada"), 2)
    ends = server.clock.now() + 2 * DAY
    await scene.press(*await scene.step())
    assert f"move due {format_dt(ends + CLOCK, 'R')}" in await scene.board()


@cells("a vacation starts", LATE, COMPUTER, *OVER)
async def test_a_vacation_changes_nothing_if_no_clock_is_running(server: Server, scene: Scene) -> None:
    before = await scene.game()
    await server.client.services.vacations.start(Player(scene.ada.id, "Ada"), 2)
    after = await scene.game()
    assert (after.revision, after.outcome) == (before.revision, before.outcome)
    if scene.state == LATE:
        assert before.clock is not None
        assert after.clock is not None
        assert (after.clock.until, after.clock.claimable) == (before.clock.until, True)


@cells("the bot was down", *TICKING, LATE)
async def test_downtime_is_given_back(server: Server, state: str) -> None:
    scene = await arrange(server, state, move_seconds=SECONDS)
    before = (await scene.game()).clock
    server.clock.move(10 * DAY)
    await server.restart()
    scene.server.client = server.client
    game = await scene.game()
    assert before is not None
    assert game.clock is not None
    assert game.outcome is None
    assert game.clock.until - before.until == 10 * DAY
    await scene.press(*await scene.step())
    assert await scene.steps_taken() == 1


@cells("the bot was down", CHALLENGE)
async def test_a_challenge_expires_later_if_the_bot_was_down(server: Server, scene: Scene) -> None:
    server.clock.move(4 * DAY)
    await server.restart()
    scene.server.client = server.client
    await live(server, 2 * DAY)
    assert await scene.shows_itself()
    await live(server, DAY)
    assert texts(scene.message) == ["**Blaise** didn't answer **Ada**'s challenge in time."]


@cells("the bot was down", COMPUTER, *OVER)
async def test_downtime_costs_nothing_if_no_clock_is_running(server: Server, scene: Scene) -> None:
    server.clock.move(10 * DAY)
    await server.restart()
    scene.server.client = server.client
    assert await scene.shows_itself()
    await scene.press(*await scene.step())
    assert await scene.steps_taken() == 1

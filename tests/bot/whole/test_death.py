"""The bot dies at every possible point of a click: before and after each request and each commit."""

from datetime import timedelta

import pytest

from bot.use_cases.challenges.proposing import PAUSE
from tests.bot.servers import Server, texts
from tests.bot.whole.dying import Death
from tests.bot.whole.scenes import ALL, OVER, PLAY, Scene, arrange, live

pytestmark = pytest.mark.thorough

AT_THE_BOARD, AWAY = timedelta(), timedelta(minutes=6)


@pytest.mark.parametrize(
    ("state", "pause"),
    [
        pytest.param(state, pause, marks=() if state == PLAY else pytest.mark.soak)
        for state in ALL
        for pause in (AT_THE_BOARD, AWAY)
    ],
)
async def test_no_matter_when_the_bot_dies_the_next_click_and_the_jobs_set_it_right(
    server: Server, death: Death, state: str, pause: timedelta
) -> None:
    instant, died = 0, True
    while died:
        instant += 1
        scene = await arrange(server, state)
        scene.server.client = server.client
        died = await click_and_die(scene, death, instant, pause)
        await server.restart()
        scene.server.client = server.client
        if state in OVER:
            await live(server, PAUSE)
        await click_again(scene)
        await live(server, timedelta(minutes=2))
        await server.env.advance_time(31)
        assert await scene.shows_the_step(), (state, instant)
        if state in OVER:
            await check_cards(scene)
        else:
            assert await scene.steps_taken() == 1, (state, instant)
    assert instant > 1


async def click_and_die(scene: Scene, death: Death, instant: int, pause: timedelta) -> bool:
    """Move the game on after a pause, and have the process die at a point; return whether it got there."""
    scene.server.clock.move(pause)
    who, button = await scene.step()
    death.appoint(instant)
    await scene.server.press((who, scene.message, button))
    died = death.come
    death.appoint(0)
    return died


async def click_again(scene: Scene) -> None:
    """Do what people do when nothing happens; where the message was replaced, they click the newest one."""
    there = {message.id: message for message in scene.server.posted()}
    scene.message = there.get(scene.message.id, scene.server.newest())
    await scene.press_unoffered(*await scene.step())


async def check_cards(scene: Scene) -> None:
    """Check that of two cards, one posted by a process that died, one becomes the board of the only game.

    Real Discord doesn't even post the second one, unless that's some minutes later.
    """
    card = scene.cards()[0]
    await scene.blaise.click(card, label="Accept")
    assert "· start" in texts(card)[0]
    assert scene.cards() == []

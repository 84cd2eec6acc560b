"""Results are marked for announcement when games end, on both databases."""

from datetime import timedelta

import pytest

from bot.use_cases.servers import NEWS_FOR
from engine import Color, Outcome, Reason
from tests.bot.use_cases.clocked import ADA, DAY, Clocked

pytestmark = pytest.mark.quick

GUILD, CHANNEL = 10, 30


@pytest.fixture(autouse=True)
async def wanted(clocked: Clocked) -> None:
    """Have the guild's results announced."""
    await clocked.choose_for(GUILD, announcement_channel_id=CHANNEL)


async def test_a_result_is_due_until_it_was_announced(clocked: Clocked) -> None:
    game = await clocked.begin_counted(None)
    assert await clocked.announcements.due(5) == []
    await clocked.resign(game, ADA)
    (due,) = await clocked.announcements.due(5)
    assert (due.game.number, due.channel_id) == (game.number, CHANNEL)
    assert due.game.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
    await clocked.announcements.done(due)
    assert await clocked.announcements.due(5) == []


async def test_a_result_goes_to_the_channel_that_was_chosen_when_the_game_ended(clocked: Clocked) -> None:
    await clocked.resign(await clocked.begin_counted(None), ADA)
    await clocked.choose_for(GUILD, announcement_channel_id=None)
    assert [due.channel_id for due in await clocked.announcements.due(5)] == [CHANNEL]


async def test_nothing_is_due_if_no_one_chose_a_channel(clocked: Clocked) -> None:
    await clocked.choose_for(GUILD, announcement_channel_id=None)
    await clocked.resign(await clocked.begin_counted(None), ADA)
    await clocked.choose_for(GUILD, announcement_channel_id=CHANNEL)
    assert await clocked.announcements.due(5) == []


async def test_games_with_the_computer_are_not_announced(clocked: Clocked) -> None:
    await clocked.resign(await clocked.begin_with_computer(), ADA)
    assert await clocked.announcements.due(5) == []


async def test_results_that_are_no_longer_news_are_dropped(clocked: Clocked) -> None:
    await clocked.resign(await clocked.begin_counted(None), ADA)
    clocked.clock.move(NEWS_FOR)
    assert len(await clocked.announcements.due(5)) == 1
    clocked.clock.move(timedelta(seconds=1))
    assert await clocked.announcements.due(5) == []
    clocked.clock.move(-DAY)
    assert await clocked.announcements.due(5) == []

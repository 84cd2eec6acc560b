"""Results are marked for announcement when games end, on both databases."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.clock import Clock
from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.preferences import Preferences
from bot.matches.servers.announcements import PATIENCE, Announcements
from bot.matches.values.challenges import ColorChoice
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Place, Player
from bot.store.connections.database import Database
from engine import Reason, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import ADA, DAY, HOUR, Clocked

pytestmark = pytest.mark.quick

GUILD, CHANNEL = 10, 30


@pytest.fixture
def announcements(database: Database, clock: StandingClock) -> Announcements:
    return Announcements(database, clock)


@pytest.fixture(autouse=True)
async def wanted(database: Database, clock: StandingClock) -> None:
    """Have the guild's results announced."""
    await choose_channel(database, clock, CHANNEL)


async def choose_channel(database: Database, clock: Clock, channel: int | None) -> None:
    preferences = Preferences(database, clock)
    await preferences.change_guild(GUILD, lambda old: replace(old, announcement_channel=channel))


async def test_a_result_is_due_until_it_was_announced(clocked: Clocked, announcements: Announcements) -> None:
    game = await clocked.begin_counted(None)
    assert await announcements.due(5) == []
    await clocked.games.resign(game.number, player_id=ADA.id)
    (due,) = await announcements.due(5)
    assert (due.game.number, due.channel_id) == (game.number, CHANNEL)
    assert due.game.outcome is not None
    assert due.game.outcome.reason is Reason.RESIGNATION
    await announcements.done(due)
    assert await announcements.due(5) == []


async def test_a_loss_on_time_is_announced_as_well(clocked: Clocked, announcements: Announcements) -> None:
    await clocked.begin_counted(HOUR)
    await clocked.live(HOUR + timedelta(minutes=1))
    row = await clocked.due(DueKind.DEADLINE)
    assert await clocked.games.run_out(row)
    (due,) = await announcements.due(5)
    assert due.game.outcome is not None
    assert due.game.outcome.reason is Reason.TIMEOUT


async def test_a_result_goes_to_the_channel_that_was_chosen_when_the_game_ended(
    clocked: Clocked, announcements: Announcements
) -> None:
    game = await clocked.begin_counted(None)
    await clocked.games.resign(game.number, player_id=ADA.id)
    await choose_channel(clocked.database, clocked.clock, None)
    assert [due.channel_id for due in await announcements.due(5)] == [CHANNEL]


async def test_nothing_is_due_if_no_one_chose_a_channel(
    clocked: Clocked, announcements: Announcements
) -> None:
    await choose_channel(clocked.database, clocked.clock, None)
    game = await clocked.begin_counted(None)
    await clocked.games.resign(game.number, player_id=ADA.id)
    await choose_channel(clocked.database, clocked.clock, CHANNEL)
    assert await announcements.due(5) == []


async def test_games_with_the_computer_are_not_announced(
    clocked: Clocked, announcements: Announcements
) -> None:
    computer_games = ComputerGames(clocked.database, clocked.clock, Random(1))
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en")
    game = await computer_games.begin(Place(GUILD, 20), ADA, Player(3, "Computer"), terms)
    await clocked.games.resign(game.number, player_id=ADA.id)
    assert await announcements.due(5) == []


async def test_results_that_are_no_longer_news_are_dropped(
    clocked: Clocked, announcements: Announcements
) -> None:
    game = await clocked.begin_counted(None)
    await clocked.games.resign(game.number, player_id=ADA.id)
    clocked.clock.move(PATIENCE)
    assert len(await announcements.due(5)) == 1
    clocked.clock.move(timedelta(seconds=1))
    assert await announcements.due(5) == []
    clocked.clock.move(-DAY)
    assert await announcements.due(5) == []

"""Seasons begin and end once, keep their leaderboards, and follow the months if the server wants that."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.store.connections.database import Database
from bot.use_cases.preferences import Preferences
from bot.use_cases.standings.badges import Badges
from bot.use_cases.standings.leaderboards import HIDDEN_AFTER, Leaderboards
from bot.use_cases.standings.ratings import RESTART_DEVIATION, recompute
from bot.use_cases.standings.seasons import Seasons
from bot.values.badges import Badge
from bot.values.errors import NoSeasonError, RunningSeasonError
from bot.values.players import Player
from bot.values.standings import LeaderboardChoice, Period
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.rated_games import GUILD, RatedGames

ADA, BLAISE, CHIYO = 101, 102, 103


@pytest.fixture
def seasons(database: Database, clock: StandingClock) -> Seasons:
    """Return the seasons of a database of each kind."""
    return Seasons(database, clock)


async def test_a_season_runs_from_its_start_to_its_end(seasons: Seasons, clock: StandingClock) -> None:
    with pytest.raises(NoSeasonError):
        await seasons.end(GUILD)
    first = await seasons.start(GUILD)
    assert (first.number, first.ended_at) == (1, None)
    with pytest.raises(RunningSeasonError):
        await seasons.start(GUILD)
    assert await seasons.running(GUILD) == first
    clock.move(timedelta(days=3))
    assert await seasons.end(GUILD) == replace(first, ended_at=clock.now())
    assert await seasons.running(GUILD) is None
    assert (await seasons.start(GUILD)).number == 2
    assert (await seasons.start(GUILD + 1)).number == 1


@pytest.mark.thorough
async def test_the_end_keeps_the_leaderboard_and_makes_everyone_provisional(
    seasons: Seasons, database: Database, clock: StandingClock
) -> None:
    games, leaderboards = RatedGames(database, clock), Leaderboards(database, clock)
    here = LeaderboardChoice(GUILD, Ruleset.PYRGA)
    await seasons.start(GUILD)
    for _ in range(10):
        await games.win(BLAISE, ADA)
        await games.win(ADA, BLAISE)
    before = (await leaderboards.people(here, 0, reader_id=ADA)).lines
    ended = await seasons.end(GUILD)
    kept = await seasons.final_places(ended, Ruleset.PYRGA)
    assert [(place.rank, place.player, place.rating, place.games) for place in kept] == [
        (place.rank, place.player, place.rating, 20) for place in before
    ]
    assert await seasons.final_places(ended, Ruleset.CLASSIC) == []
    held = [await Badges(database, clock).badges_of(place.player.id) for place in before]
    assert [[one.badge for one in each if "season" in one.badge] for each in held] == [
        [Badge.SEASON_GOLD],
        [Badge.SEASON_SILVER],
    ]
    restarted = (await leaderboards.people(here, 0, reader_id=ADA)).lines
    assert [place.rank for place in restarted] == [None, None]
    assert [(place.rating, round(place.deviation)) for place in restarted] == [
        (place.rating, RESTART_DEVIATION) for place in before
    ]
    preferences = Preferences(database, clock)
    for player in (ADA, BLAISE):
        await preferences.change_player(Player(player, f"p{player}"), lambda old: replace(old, listed=True))
    everywhere = (await leaderboards.people(replace(here, guild_id=None), 0, reader_id=ADA)).lines
    assert [place.rank for place in everywhere] == [1, 2]
    async with database.writing() as connection:
        assert await recompute(connection) == 0


@pytest.mark.thorough
async def test_whoever_has_not_played_for_90_days_is_no_longer_in_the_season(
    seasons: Seasons, database: Database, clock: StandingClock
) -> None:
    games, leaderboards = RatedGames(database, clock), Leaderboards(database, clock)
    season = LeaderboardChoice(GUILD, Ruleset.PYRGA, Period.SEASON)
    await seasons.start(GUILD)
    # After so many games, the ratings are established for longer than that.
    for _ in range(25):
        await games.win(BLAISE, ADA)
        await games.win(ADA, BLAISE)
    clock.move(HIDDEN_AFTER)
    await games.win(CHIYO, BLAISE)
    assert ADA not in [
        place.player.id for place in (await leaderboards.people(season, 0, reader_id=ADA)).lines
    ]
    kept = await seasons.final_places(await seasons.end(GUILD), Ruleset.PYRGA)
    assert [place.player.id for place in kept] == [BLAISE]


async def test_seasons_follow_the_months_if_the_server_wants_that(
    seasons: Seasons, database: Database, clock: StandingClock
) -> None:
    preferences = Preferences(database, clock)
    assert await seasons.due() == []
    await preferences.change_guild(GUILD, lambda old: replace(old, monthly_seasons=True))
    assert await seasons.due() == [GUILD]
    await asyncio.gather(seasons.roll_over(GUILD), seasons.roll_over(GUILD))
    first = await seasons.running(GUILD)
    assert first is not None
    assert first.number == 1
    assert await seasons.due() == []
    clock.move(next_month(clock.now()) - clock.now())
    assert await seasons.due() == [GUILD]
    await asyncio.gather(seasons.roll_over(GUILD), seasons.roll_over(GUILD))
    second = await seasons.running(GUILD)
    assert second is not None
    assert (second.number, second.started_at) == (2, clock.now())


async def test_the_end_is_announced_once_where_results_are_announced(
    seasons: Seasons, database: Database, clock: StandingClock
) -> None:
    await seasons.start(GUILD)
    await seasons.end(GUILD)
    assert await seasons.to_announce(5) == []
    preferences = Preferences(database, clock)
    await preferences.change_guild(GUILD, lambda old: replace(old, announcement_channel_id=30))
    await seasons.start(GUILD)
    ended = await seasons.end(GUILD)
    (end,) = await seasons.to_announce(5)
    assert (end.season, end.channel_id) == (ended, 30)
    await seasons.announced(end)
    assert await seasons.to_announce(5) == []


def next_month(now: datetime) -> datetime:
    """Return the first moment of the month after this one."""
    return (now.replace(day=1) + timedelta(days=32)).replace(day=1, hour=0, minute=0, second=0, microsecond=0)

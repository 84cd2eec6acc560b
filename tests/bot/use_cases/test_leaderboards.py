"""Who is on a leaderboard, in what order, and what it says about them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store.connections.database import Database
from bot.use_cases.preferences import Preferences
from bot.use_cases.standings.leaderboards import HIDDEN_AFTER, PAGE_SIZE, Leaderboards
from bot.use_cases.standings.seasons import Seasons
from bot.values.errors import PastTheEndError
from bot.values.players import Player
from bot.values.standings import PROVISIONAL_DEVIATION, LeaderboardChoice, Period, RankedPage, RatedPlace
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.rated_games import GUILD, RatedGames

pytestmark = pytest.mark.thorough

ADA, BLAISE, CHIYO, DORA = 101, 102, 103, 104
HERE = LeaderboardChoice(GUILD, Ruleset.PYRGA)
DAY = timedelta(days=1)


class Club:
    """Rated games, and the leaderboards that result from them."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.database = database
        self.clock = clock
        self.games = RatedGames(database, clock)
        self.leaderboards = Leaderboards(database, clock)

    async def establish(self) -> None:
        """Have Ada and Blaise win and lose in turn until both have an established rating. Ada's is higher."""
        for _ in range(10):
            await self.games.win(BLAISE, ADA)
            await self.games.win(ADA, BLAISE)

    async def page(
        self, choice: LeaderboardChoice, reader: int = DORA, page: int | None = 0
    ) -> RankedPage[RatedPlace]:
        """Return a page of a leaderboard."""
        return await self.leaderboards.people(choice, page, reader_id=reader)

    async def listed(self, choice: LeaderboardChoice) -> list[int]:
        """Return the players on the first page."""
        return [place.player.id for place in (await self.page(choice)).lines]

    async def ranked(self, choice: LeaderboardChoice) -> list[int]:
        """Return the players with a rank on the first page."""
        return [place.player.id for place in (await self.page(choice)).lines if place.rank is not None]


@pytest.fixture
def club(database: Database, clock: StandingClock) -> Club:
    """Return a club on a database of each kind."""
    return Club(database, clock)


async def test_two_people_who_play_one_rated_game_see_themselves_without_ranks(club: Club) -> None:
    await club.games.win(ADA, BLAISE)
    page = await club.page(HERE, ADA)
    assert [(place.rank, place.player.id) for place in page.lines] == [(None, ADA), (None, BLAISE)]
    assert page.own == page.lines[0]


async def test_players_get_a_rank_once_enough_is_known_and_come_before_all_others(club: Club) -> None:
    await club.establish()
    await club.games.win(CHIYO, DORA)
    places = (await club.page(HERE)).lines
    assert [(place.rank, place.player.id) for place in places] == [
        (1, ADA),
        (2, BLAISE),
        (None, CHIYO),
        (None, DORA),
    ]
    assert places[2].rating > places[0].rating
    assert [place.deviation < PROVISIONAL_DEVIATION for place in places] == [True, True, False, False]


async def test_an_idle_player_loses_the_rank_and_is_hidden_after_90_days(club: Club) -> None:
    while not await club.ranked(HERE):
        await club.games.win(ADA, BLAISE)
        await club.games.win(BLAISE, ADA)
    place, *_ = (await club.page(HERE)).lines
    club.clock.move(60 * DAY)
    assert await club.ranked(HERE) == []
    again = next(one for one in (await club.page(HERE)).lines if one.player == place.player)
    assert again.rating == place.rating
    assert place.deviation < PROVISIONAL_DEVIATION <= again.deviation
    club.clock.move(HIDDEN_AFTER - 60 * DAY)
    assert await club.listed(HERE) == []
    await club.games.win(BLAISE, CHIYO)
    assert BLAISE in await club.listed(HERE)


async def test_a_line_has_games_streak_and_the_change_of_the_last_week(club: Club) -> None:
    await club.establish()
    club.clock.move(8 * DAY)
    before, _ = (await club.page(HERE)).lines
    assert (before.change, before.games, before.streak, len(before.latest)) == (None, 20, 1, 12)
    await club.games.win(BLAISE, ADA, times=2)
    after = (await club.page(HERE, ADA)).own
    assert after is not None
    assert after.change is not None
    assert after.change == pytest.approx(after.rating - before.rating)
    assert after.change < 0
    assert (after.games, after.streak) == (22, -2)
    assert after.latest[-1] == after.rating
    assert after.latest[:10] == before.latest[2:]


async def test_a_period_lists_those_who_played_in_it_and_counts_its_games(club: Club) -> None:
    await club.establish()
    club.clock.move(31 * DAY)
    month = replace(HERE, period=Period.MONTH)
    assert await club.listed(month) == []
    for _ in range(3):
        await club.games.win(ADA, CHIYO)
    assert [(one.player.id, one.games) for one in (await club.page(month)).lines] == [(ADA, 3), (CHIYO, 3)]
    assert (await club.page(HERE)).lines[0].games == 23


async def test_a_season_lists_those_who_played_in_it(club: Club) -> None:
    season = replace(HERE, period=Period.SEASON)
    await club.establish()
    nothing = await club.page(season)
    assert (nothing.lines, nothing.more, nothing.is_started) == ((), False, False)
    await Seasons(club.database, club.clock).start(GUILD)
    nothing = await club.page(season)
    assert (nothing.lines, nothing.is_started) == ((), True)
    await club.games.win(ADA, CHIYO)
    assert await club.listed(season) == [ADA, CHIYO]


@pytest.mark.default
async def test_every_server_and_ruleset_has_its_own_leaderboard_and_all_share_one_of_volunteers(
    club: Club,
) -> None:
    await club.games.win(ADA, BLAISE)
    await club.games.win(CHIYO, DORA, guild_id=11)
    everywhere = replace(HERE, guild_id=None)
    assert await club.listed(HERE) == [ADA, BLAISE]
    assert await club.listed(replace(HERE, guild_id=11)) == [CHIYO, DORA]
    assert await club.listed(everywhere) == []
    assert await club.listed(replace(HERE, ruleset=Ruleset.CLASSIC)) == []
    preferences = Preferences(club.database, club.clock)
    for player in (BLAISE, CHIYO, DORA):
        await preferences.change_player(Player(player, f"p{player}"), lambda old: replace(old, listed=True))
    assert sorted(await club.listed(everywhere)) == [BLAISE, CHIYO, DORA]
    await preferences.change_player(Player(DORA, f"p{DORA}"), lambda old: replace(old, listed=False))
    assert sorted(await club.listed(everywhere)) == [BLAISE, CHIYO]
    assert (await club.page(everywhere, ADA)).own is None
    assert await club.listed(HERE) == [ADA, BLAISE]


async def test_pages_ranks_and_ones_own_place_agree(club: Club) -> None:
    strong, weak = range(201, 201 + PAGE_SIZE + 4), 301
    for player in strong:
        await club.games.win(player, weak)
    pages = [await club.page(HERE, strong[0], number) for number in (0, 1)]
    assert [page.more for page in pages] == [True, False]
    assert [len(page.lines) for page in pages] == [PAGE_SIZE, 5]
    assert {page.own.player.id for page in pages if page.own} == {strong[0]}
    ratings = [place.rating for page in pages for place in page.lines]
    assert ratings == sorted(ratings, reverse=True)
    with pytest.raises(PastTheEndError):
        await club.page(HERE, ADA, 2)
    for number, page in enumerate(pages):
        for place in page.lines:
            assert (await club.page(HERE, place.player.id, None)).page == number
    assert (await club.page(HERE, ADA, None)).page == 0
    without = await club.leaderboards.people(HERE, 0, reader_id=ADA, without=strong[:6])
    assert [place.player.id for place in without.lines if place.player.id in strong[:6]] == []
    assert len(without.lines) == 9


async def test_those_without_ranks_follow_on_the_pages_after_the_ranks(club: Club) -> None:
    await club.establish()
    newcomers = range(201, 201 + 2 * PAGE_SIZE)
    for one, other in zip(newcomers[::2], newcomers[1::2], strict=True):
        await club.games.win(one, other)
    pages = [await club.page(HERE, BLAISE, number) for number in range(3)]
    assert [page.more for page in pages] == [True, True, False]
    places = [place for page in pages for place in page.lines]
    assert [place.rank for place in places] == [1, 2, *[None] * len(newcomers)]
    assert {place.player.id for place in places} == {ADA, BLAISE, *newcomers}
    for index, place in enumerate(places):
        assert (await club.page(HERE, place.player.id, None)).page == index // PAGE_SIZE
    club.clock.move(89 * DAY)
    idle = [place for number in range(3) for place in (await club.page(HERE, BLAISE, number)).lines]
    assert {place.rank for place in idle} == {None}
    assert [place.rating for place in idle] == sorted((place.rating for place in places), reverse=True)

"""Those who want to hear of someone who looks for an opponent, on real databases: who, and how often."""

from random import Random
from typing import Any

import pytest

from bot.use_cases.searches import NOTICES_APART, Asked, OpponentSearches
from bot.values.clocks import QuietHours
from bot.values.players import ChallengePolicy, NoticeReach, Place, Player
from bot.values.searches import Search, SearchClock, SearchTerms
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, HOUR, MINUTE, THERE, Clocked
from tests.bot.use_cases.rated_games import RatedGames

pytestmark = pytest.mark.quick

TERMS = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True)
DORA = Player(BLAISE.id + 100, "Dora")


class Town(Clocked):
    """Ada, who looks for an opponent, and others who want to hear of that."""

    def __init__(self, clocked: Clocked, clock: StandingClock) -> None:
        super().__init__(clocked.database, clock)
        self.games_before = RatedGames(clocked.database, clock)
        self.searches = OpponentSearches(self.database, self.clock, Random(1))

    async def hear(self, player: Player, place: Place | None = HERE, **chosen: Any) -> None:
        """Have someone hear of searches where they pressed the button, or also everywhere."""
        reach = NoticeReach.EVERYWHERE if place is None else NoticeReach.SERVERS
        await self.choose(player, notice_reach=reach, **chosen)
        if place is not None and place.guild_id is not None:
            await self.searches.hear(player, place.guild_id, wanted=True)

    async def look(self, player: Player = ADA, place: Place = HERE, *, everywhere: bool = False) -> Search:
        """Have someone look for an opponent."""
        await self.searches.ask(player, Asked(place, TERMS, "en-US", everywhere))
        return (await self.searches.of_player(player.id))[-1]

    async def heard(self, search: Search) -> list[int]:
        return await self.searches.hearers(search)


@pytest.fixture
def town(clocked: Clocked, clock: StandingClock) -> Town:
    return Town(clocked, clock)


async def test_people_hear_of_searches_in_their_servers_or_everywhere(town: Town) -> None:
    await town.hear(BLAISE)
    await town.hear(CHIYO, None)
    await town.hear(DORA, THERE)
    await town.hear(ADA)
    await town.choose(ADA, across_servers=True)
    assert await town.heard(await town.look()) == [BLAISE.id]
    assert await town.heard(await town.look(everywhere=True)) == [BLAISE.id, CHIYO.id]
    await town.choose(CHIYO, across_servers=False)
    assert await town.heard(await town.look(place=THERE, everywhere=True)) == [DORA.id]
    await town.searches.hear(DORA, THERE.guild_id or 0, wanted=False)
    assert await town.heard(await town.look(place=THERE, everywhere=True)) == []


@pytest.mark.parametrize(
    "chosen",
    [
        {"notice_reach": None},
        {"notice_clocks": frozenset({SearchClock.MINUTES})},
        {"notice_clocks": frozenset()},
        {"challenge_policy": ChallengePolicy.NOBODY},
        {"challenge_policy": ChallengePolicy.ACQUAINTANCES},
    ],
)
async def test_no_one_hears_of_games_that_they_do_not_want(town: Town, chosen: dict[str, Any]) -> None:
    await town.hear(BLAISE)
    search = await town.look()
    assert await town.heard(search) == [BLAISE.id]
    await town.choose(BLAISE, **chosen)
    assert await town.heard(search) == []


async def test_no_one_hears_of_someone_they_cannot_play_now(town: Town) -> None:
    await town.hear(BLAISE)
    await town.hear(CHIYO)
    await town.look(CHIYO)
    search = await town.look()
    assert await town.heard(search) == [BLAISE.id]
    await town.blocks.block(BLAISE, ADA)
    assert await town.heard(search) == []


async def test_people_hear_of_those_near_their_rating_and_of_others_once_that_no_longer_matters(
    town: Town,
) -> None:
    for winner, loser in ((BLAISE, DORA), (CHIYO, BLAISE)):
        await town.games_before.win(winner.id, loser.id, 2)
    for player in (BLAISE, CHIYO, DORA):
        await town.hear(player)
    search = await town.look()
    near = await town.heard(search)
    assert CHIYO.id not in near
    assert BLAISE.id in near
    await town.live(24 * HOUR)
    assert sorted(await town.heard(search)) == sorted([BLAISE.id, CHIYO.id, DORA.id])


async def test_no_one_hears_of_two_searches_in_six_hours(town: Town) -> None:
    await town.hear(BLAISE)
    first, second = await town.look(), await town.look(CHIYO)
    # Two processes that found the same person don't tell them twice.
    await town.searches.plan_notices(first, [BLAISE.id])
    await town.searches.plan_notices(second, [BLAISE.id])
    assert await town.searches.planned_notices(9) == [(BLAISE.id, first.number)]
    await town.searches.note_noticed([BLAISE.id])
    assert await town.searches.planned_notices(9) == []
    await town.live(NOTICES_APART - MINUTE)
    assert await town.heard(second) == []
    await town.live(MINUTE)
    assert await town.heard(second) == [BLAISE.id]


async def test_others_are_told_of_a_search_at_first_and_with_each_step_of_waiting(town: Town) -> None:
    search, tellings = await town.look(), 0
    for _ in range(30):
        for each in await town.searches.to_tell():
            assert each.number == search.number
            tellings += 1
            await town.searches.plan_notices(each, [])
        await town.live(2 * HOUR)
    assert tellings == 5


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"])
async def test_the_database_knows_quiet_hours_as_people_do(town: Town, zone: str) -> None:
    search = await town.look()
    quiet = QuietHours(zone, 22, 7)
    await town.hear(BLAISE, quiet=quiet)
    for _ in range(26):
        is_quiet = quiet.end_after(town.now) is not None
        assert await town.heard(search) == ([] if is_quiet else [BLAISE.id])
        await town.live(HOUR)

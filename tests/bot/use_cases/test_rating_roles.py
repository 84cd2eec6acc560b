"""Roles for ratings: who deserves which, who is looked at, and what happens if Discord refuses."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.store.schema.tables import players, ratings
from bot.store.settings.guilds import remember_guild
from bot.store.settings.rating_roles import StandingRow
from bot.use_cases.standings.rating_roles import MOST_ROLES, RatingRole, RatingRoles, deserved_roles
from bot.use_cases.standings.seasons import Seasons
from bot.values.errors import TooManyRolesError
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, Clocked

pytestmark = pytest.mark.thorough

GUILD = 10
NOW = StandingClock().now()
CHAMPION, HIGH, LOW = RatingRole(1, None), RatingRole(2, 1800), RatingRole(3, 1600)
ROLES = (CHAMPION, HIGH, LOW)


def standing(rating: float | None, *, established: bool = True, champion: bool = False) -> StandingRow:
    until = NOW + timedelta(days=1) if established else None
    return StandingRow(rating, until, champion, None)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("where", "held", "deserved"),
    [
        (standing(None), set(), set()),
        (standing(1599), set(), set()),
        (standing(1600), set(), {LOW.role_id}),
        (standing(1900), set(), {HIGH.role_id}),
        (standing(1900, established=False), set(), set()),
        (standing(1790), {HIGH.role_id}, {HIGH.role_id}),
        (standing(1775), {HIGH.role_id}, {HIGH.role_id}),
        (standing(1774.9), {HIGH.role_id}, {LOW.role_id}),
        (standing(1590), {LOW.role_id}, {LOW.role_id}),
        (standing(1590, established=False), {LOW.role_id}, {LOW.role_id}),
        (standing(1574), {LOW.role_id}, set()),
        (standing(1650, champion=True), {CHAMPION.role_id}, {CHAMPION.role_id, LOW.role_id}),
        (standing(None, champion=True), set(), {CHAMPION.role_id}),
        (replace(standing(1900, champion=True), wanted=False), {HIGH.role_id}, set()),
    ],
)
def test_a_role_is_for_the_highest_rating_reached_and_kept_until_well_below(
    where: StandingRow, held: set[int], deserved: set[int]
) -> None:
    assert deserved_roles(ROLES, where, held, NOW) == deserved


class Club(Clocked):
    """A server that gives roles, and its players' ratings."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.roles = RatingRoles(self.database, self.clock)

    async def rate(self, player_id: int, rating: float) -> None:
        """Give someone an established rating."""
        now = self.now
        known = {"id": player_id, "name": "Ada", "created_at": now}
        row = {"pool": GUILD, "ruleset": "pyrga", "player_id": player_id, "rating": rating}
        row |= {"deviation": 60.0, "volatility": 0.06, "games": 20, "streak": 1, "rated_at": now}
        async with self.database.writing() as connection:
            await remember_guild(connection, GUILD, now)
            await connection.execute(insert(players).values(known))
            until = now + timedelta(days=100)
            await connection.execute(insert(ratings).values(row | {"established_until": until}))

    async def deserved(self) -> dict[int, set[int]]:
        """Return the roles that people who are to be looked at deserve."""
        return {change.check.player_id: {*change.deserved} for change in await self.roles.due(50)}

    async def settle(self) -> None:
        """Let Discord do everything."""
        for change in await self.roles.due(50):
            await self.roles.done(change.check, change.deserved)


@pytest.fixture
def club(clocked: Clocked) -> Club:
    return Club(clocked)


@pytest.mark.default
async def test_everyone_who_deserves_a_new_role_gets_it_once(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.rate(BLAISE.id, 1500)
    await club.roles.put(GUILD, LOW)
    assert await club.deserved() == {ADA.id: {LOW.role_id}}
    await club.settle()
    assert await club.deserved() == {}
    assert await club.roles.held(ADA.id) == [(GUILD, LOW.role_id)]


async def give_low_role(club: Club) -> None:
    """Let Ada get the role for the lowest rating."""
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    await club.settle()


async def test_whoever_holds_a_role_that_is_no_longer_given_loses_it(club: Club) -> None:
    await give_low_role(club)
    await club.roles.remove(GUILD, role_id=LOW.role_id)
    assert await club.deserved() == {ADA.id: set()}
    await club.settle()
    assert await club.roles.held(ADA.id) == []


async def test_a_role_replaces_the_one_for_the_same_rating_and_there_are_five(club: Club) -> None:
    for role in (CHAMPION, LOW, RatingRole(4, 1600), RatingRole(5, None)):
        await club.roles.put(GUILD, role)
    assert await club.roles.roles(GUILD) == [RatingRole(5, None), RatingRole(4, 1600)]
    for number in range(MOST_ROLES - 2):
        await club.roles.put(GUILD, RatingRole(100 + number, 2000 + number))
    with pytest.raises(TooManyRolesError):
        await club.roles.put(GUILD, RatingRole(7, 1250))
    assert len(await club.roles.roles(GUILD)) == MOST_ROLES


async def test_what_discord_refuses_is_tried_again_less_and_less_often(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    tries = 0
    for _ in range(4 * 24 * 60):
        for change in await club.roles.due(50):
            await club.roles.failed(change.check)
            assert await club.deserved() == {}
            tries += 1
        club.clock.move(timedelta(minutes=1))
    assert tries == 12
    club.clock.move(DAY)
    assert await club.deserved() == {ADA.id: {LOW.role_id}}


async def test_a_change_that_comes_in_meanwhile_is_looked_at(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    (change,) = await club.roles.due(50)
    club.clock.move(timedelta(seconds=1))
    await club.roles.put(GUILD, RatingRole(4, 1650))
    await club.roles.done(change.check, change.deserved)
    assert await club.deserved() == {ADA.id: {4}}


async def test_a_rated_game_in_a_server_with_roles_has_both_players_looked_at(
    club: Club,
) -> None:
    await club.resign(await club.play(await club.agree(rated=True), 4), ADA)
    assert await club.deserved() == {}
    await club.roles.put(GUILD, LOW)
    await club.settle()
    await club.resign(await club.play(await club.agree(rated=True), 4), ADA)
    assert (await club.deserved()).keys() == {ADA.id, BLAISE.id}


async def test_the_champion_of_the_last_season_gets_their_role_at_its_end(club: Club) -> None:
    seasons = Seasons(club.database, club.clock)
    await club.roles.put(GUILD, CHAMPION)
    await seasons.start(GUILD)
    club.clock.move(DAY)
    await club.rate(ADA.id, 1700)
    await club.rate(BLAISE.id, 1900)
    assert await club.deserved() == {}
    await seasons.end(GUILD)
    assert await club.deserved() == {BLAISE.id: {CHAMPION.role_id}}


async def test_someone_who_opts_out_loses_their_roles_and_gets_them_back(club: Club) -> None:
    await give_low_role(club)
    await club.choose(ADA, rating_roles=False)
    assert await club.deserved() == {ADA.id: set()}
    await club.settle()
    await club.choose(ADA, rating_roles=True)
    assert await club.deserved() == {ADA.id: {LOW.role_id}}


async def test_another_ruleset_of_the_server_counts_from_then_on(club: Club) -> None:
    await give_low_role(club)
    await club.choose_for(GUILD, ruleset=Ruleset.CLASSIC)
    assert await club.deserved() == {ADA.id: set()}

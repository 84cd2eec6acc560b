"""Roles for ratings: who deserves which, who is looked at, and what happens if Discord refuses."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.store.schema.tables import players, ratings
from bot.store.settings.guilds import remember_guild
from bot.store.settings.rating_roles import StandingRow, held
from bot.use_cases.standings.rating_roles import (
    BUSY,
    MOST_ROLES,
    RatingRole,
    RatingRoles,
    RoleChange,
    deserved_roles,
)
from bot.use_cases.standings.seasons import Seasons
from bot.values.errors import TooManyRolesError
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
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

    async def begin_changes(self) -> list[RoleChange]:
        """Begin everything that has to be done."""
        begun = [await self.roles.begin(check) for check in await self.roles.due(50)]
        return [change for change in begun if change is not None]

    async def give(self) -> dict[int, set[int]]:
        """Let Discord do everything; return the roles that people who were looked at have then."""
        begun = await self.begin_changes()
        for change in begun:
            await self.roles.done(change.check, change.deserved)
        return {change.check.player_id: {*change.deserved} for change in begun}

    async def held(self, player_id: int) -> dict[int, bool]:
        """Return the roles that someone has from the bot, and whether each is known to be given."""
        return await self.database.read_once(held, GUILD, player_id=player_id)

    async def removals(self) -> set[tuple[int, int]]:
        """Return whose roles Discord has to take by now, and which."""
        return {(each.user_id, each.role_id) for each in await self.roles.removals(50)}


@pytest.fixture
def club(clocked: Clocked) -> Club:
    return Club(clocked)


@pytest.mark.default
async def test_everyone_who_deserves_a_new_role_gets_it_once(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.rate(BLAISE.id, 1500)
    await club.roles.put(GUILD, LOW)
    assert await club.give() == {ADA.id: {LOW.role_id}}
    assert await club.give() == {}
    assert await club.held(ADA.id) == {LOW.role_id: True}


async def give_low_role(club: Club) -> None:
    """Let Ada get the role for the lowest rating."""
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    await club.give()


async def test_whoever_holds_a_role_that_is_no_longer_given_loses_it(club: Club) -> None:
    await give_low_role(club)
    await club.roles.remove(GUILD, role_id=LOW.role_id)
    assert await club.give() == {ADA.id: set()}
    assert await club.held(ADA.id) == {}


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
        for change in await club.begin_changes():
            await club.roles.failed(change.check)
            assert await club.begin_changes() == []
            tries += 1
        club.clock.move(timedelta(minutes=1))
    assert tries == 12
    club.clock.move(DAY)
    assert await club.give() == {ADA.id: {LOW.role_id}}


async def test_a_change_that_comes_in_meanwhile_is_looked_at(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    (change,) = await club.begin_changes()
    await club.roles.put(GUILD, RatingRole(4, 1650))
    await club.roles.done(change.check, change.deserved)
    assert await club.give() == {ADA.id: {4}}


async def test_a_rated_game_in_a_server_with_roles_has_both_players_looked_at(
    club: Club,
) -> None:
    await club.resign(await club.play(await club.agree(rated=True), 4), ADA)
    assert await club.give() == {}
    await club.roles.put(GUILD, LOW)
    await club.give()
    await club.resign(await club.play(await club.agree(rated=True), 4), ADA)
    assert (await club.give()).keys() == {ADA.id, BLAISE.id}


async def test_the_champion_of_the_last_season_gets_their_role_at_its_end(club: Club) -> None:
    seasons = Seasons(club.database, club.clock)
    await club.roles.put(GUILD, CHAMPION)
    await seasons.start(GUILD)
    club.clock.move(DAY)
    await club.rate(ADA.id, 1700)
    await club.rate(BLAISE.id, 1900)
    assert await club.give() == {}
    await seasons.end(GUILD)
    assert await club.give() == {BLAISE.id: {CHAMPION.role_id}}


async def test_someone_who_opts_out_loses_their_roles_and_gets_them_back(club: Club) -> None:
    await give_low_role(club)
    await club.choose(ADA, rating_roles=False)
    assert await club.give() == {ADA.id: set()}
    await club.choose(ADA, rating_roles=True)
    assert await club.give() == {ADA.id: {LOW.role_id}}


async def test_another_ruleset_of_the_server_counts_from_then_on(club: Club) -> None:
    await give_low_role(club)
    await club.choose_for(GUILD, ruleset=Ruleset.CLASSIC)
    assert await club.give() == {ADA.id: set()}


async def begin_to_give(club: Club) -> RoleChange:
    """Have Discord begin to give Ada the role for the lowest rating."""
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    (change,) = await club.begin_changes()
    assert not change.held | change.doubted
    assert change.deserved == {LOW.role_id}
    return change


async def test_what_discord_is_about_to_give_is_known_before_it_is_given(club: Club) -> None:
    await begin_to_give(club)
    # Then the process dies.
    assert await club.held(ADA.id) == {LOW.role_id: False}
    await club.choose(ADA, rating_roles=False)
    (change,) = await club.begin_changes()
    assert change.doubted == {LOW.role_id}
    assert change.deserved == frozenset()
    assert not change.is_done
    await club.roles.done(change.check, ())
    assert await club.held(ADA.id) == {}


async def test_a_dead_process_is_followed_by_another_one(club: Club) -> None:
    await begin_to_give(club)
    assert await club.begin_changes() == []
    club.clock.move(BUSY)
    (change,) = await club.begin_changes()
    assert change.doubted == change.deserved == {LOW.role_id}
    assert not change.is_done


async def test_whoever_opts_out_while_discord_gives_them_a_role_loses_it(club: Club) -> None:
    change = await begin_to_give(club)
    await club.choose(ADA, rating_roles=False)
    await club.roles.done(change.check, change.deserved)
    assert await club.held(ADA.id) == {LOW.role_id: True}
    assert await club.give() == {ADA.id: set()}


async def test_someone_who_opts_out_before_discord_is_asked_gets_nothing(club: Club) -> None:
    await club.rate(ADA.id, 1700)
    await club.roles.put(GUILD, LOW)
    (check,) = await club.roles.due(50)
    await club.choose(ADA, rating_roles=False)
    change = await club.roles.begin(check)
    assert change is None or change.deserved == set()


async def test_roles_are_taken_from_someone_who_was_deleted_and_then_nothing_is_left_of_them(
    club: Club,
) -> None:
    await give_low_role(club)
    await club.deletions.delete(ADA.id)
    (removal,) = await club.roles.removals(50)
    assert (removal.user_id, removal.role_id) == (ADA.id, LOW.role_id)
    assert await club.roles.removals_of(ADA.id) == [removal]
    await club.roles.taken(removal)
    assert ADA.id not in {
        value for rows in (await contents(club.database)).values() for row in rows for value in row
    }


async def test_a_role_that_discord_gives_during_a_deletion_is_taken_after_that(club: Club) -> None:
    change = await begin_to_give(club)
    await club.deletions.delete(ADA.id)
    assert await club.removals() == set()
    (removal,) = await club.roles.removals_of(ADA.id)
    # It may be given only now.
    await club.roles.taken(removal)
    await club.roles.done(change.check, change.deserved)
    club.clock.move(BUSY)
    assert await club.removals() == {(ADA.id, LOW.role_id)}


async def test_a_role_that_someone_deserves_anew_is_not_taken(club: Club) -> None:
    await give_low_role(club)
    await club.deletions.delete(ADA.id)
    await club.rate(ADA.id, 1700)
    await club.roles.look_again(GUILD)
    assert await club.give() == {ADA.id: {LOW.role_id}}
    assert await club.removals() == set()


async def test_a_role_that_cannot_be_taken_is_given_up_after_a_month(club: Club) -> None:
    await give_low_role(club)
    await club.deletions.delete(ADA.id)
    began, going_on = club.now, True
    while going_on:
        for removal in await club.roles.removals(50):
            going_on = await club.roles.not_taken(removal)
        club.clock.move(timedelta(minutes=30))
    assert timedelta(days=29) < club.now - began < timedelta(days=32)
    assert await club.roles.removals_of(ADA.id) == []

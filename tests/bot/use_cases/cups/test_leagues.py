"""A league from its first month to its end, on each kind of database."""

import pytest

from bot.use_cases.privacy import KEPT, RemovedServers
from bot.use_cases.servers import EventAct
from bot.values.acts import EventActKind
from bot.values.events.cup import Cup
from bot.values.events.event_errors import (
    AlreadyMemberError,
    LeagueExistsError,
    LeagueStoppedError,
    NotMemberError,
    OwnEventError,
    UnknownLeagueError,
)
from bot.values.events.league import BREAK, League
from bot.values.events.parts import EventStatus
from bot.values.players import Player, ThemeName
from engine import Ruleset
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, stay_in
from tests.bot.use_cases.cups.club import DAY, DORA, HERE, PEOPLE, CupClub

TWELVE = tuple(Player(number, f"Player {number}") for number in range(201, 213))


async def found(club: CupClub, people: tuple[Player, ...] = PEOPLE[:3]) -> League:
    league = await club.leagues.create(
        HERE, ADA, Ruleset.PYRGA, 86_400, language="en-US", theme=ThemeName.AEGEAN
    )
    for person in people:
        league = await club.leagues.join(league.number, person)
    return league


async def begin_month(club: CupClub, league: League) -> Cup:
    league = await club.leagues.get(league.number)
    assert league.next_at is not None
    await club.live(league.next_at - club.now)
    assert await club.leagues.due(5) == [league.number]
    cup = await club.leagues.begin_month(league.number)
    assert cup is not None
    return await club.keep(cup.number)


async def play_month(club: CupClub, cup: Cup) -> Cup:
    """Play a month in which whoever has the lower id wins."""
    await club.play_opening(cup)
    for game in await club.begun(cup):
        await acts.resign(club.games, game.number, player_id=max(game.white.id, game.black.id))
    return await club.keep(cup.number)


def ids(league: League, division: int) -> list[int]:
    there = [member for member in league.members if member.division == division]
    return [member.player.id for member in sorted(there, key=lambda member: member.place or 0)]


@pytest.mark.thorough
async def test_a_league_is_read_as_it_was_stored(club: CupClub) -> None:
    league = await found(club)
    assert league == await club.leagues.get(league.number)
    await play_month(club, await begin_month(club, league))
    after = await club.leagues.get(league.number)
    assert (after.month, after.cup, after.next_at) == (1, None, club.now + BREAK)
    assert after.champions == {ADA.id}
    assert ids(after, 1) == [ADA.id, BLAISE.id, CHIYO.id]
    assert [each.number for each in await club.leagues.in_guild(10)] == [league.number]


@pytest.mark.thorough
async def test_two_go_up_and_two_down(club: CupClub) -> None:
    league = await found(club, TWELVE)
    first = await play_month(club, await begin_month(club, league))
    assert [len(group.people) for group in first.stages[0].groups] == [6, 6]
    best, others = ([player.id for player in part] for part in (TWELVE[:6], TWELVE[6:]))
    second = await begin_month(club, league)
    assert list(second.stages[0].groups[0].people) == [*best[:4], *others[:2]]
    assert list(second.stages[0].groups[1].people) == [*best[4:], *others[2:]]


async def test_a_month_with_two_people_is_tried_again_when_a_third_joins(club: CupClub) -> None:
    league = await found(club, PEOPLE[:2])
    await club.live(BREAK)
    assert await club.leagues.begin_month(league.number) is None
    assert await club.leagues.due(5) == []
    await club.leagues.join(league.number, CHIYO)
    assert await club.leagues.due(5) == [league.number]
    cup = await club.leagues.begin_month(league.number)
    assert cup is not None
    assert await club.leagues.begin_month(league.number) is None


@pytest.mark.thorough
async def test_the_months_of_leagues_do_not_count_as_cups(club: CupClub) -> None:
    await begin_month(club, await found(club))
    cups = [await club.begin() for _ in range(3)]
    assert {cup.status for cup in cups} == {EventStatus.RUNNING}


async def test_whoever_leaves_the_league_leaves_its_month(club: CupClub) -> None:
    league = await found(club, PEOPLE[:4])
    cup = await begin_month(club, league)
    left = await club.leagues.leave(league.number, player_id=DORA.id)
    assert left.member(DORA.id) is None
    cup = await club.keep(cup.number)
    assert all(game.struck for game in cup.games_of(DORA.id))
    with pytest.raises(NotMemberError):
        await club.leagues.leave(league.number, player_id=DORA.id)


@pytest.mark.thorough
async def test_no_one_annuls_games_of_their_league(club: CupClub) -> None:
    league = await found(club)
    cup = await begin_month(club, league)
    await club.leagues.join(league.number, DORA)
    await club.play_opening(cup)
    await club.resign(cup, BLAISE, ADA)
    cup = await club.keep(cup.number)
    (game,) = [game.number for game in cup.games if game.score is not None]
    for moderator in (ADA, CHIYO, DORA):
        with pytest.raises(OwnEventError):
            await club.cups.annul(cup.number, game=game or 0, moderator=moderator)
    await club.cups.annul(cup.number, game=game or 0, moderator=PEOPLE[4])


async def test_whoever_leaves_the_month_leaves_the_league(club: CupClub) -> None:
    league = await found(club, PEOPLE[:4])
    cup = await begin_month(club, league)
    await club.cups.remove(cup.number, TWELVE[0], guild_id=10, player_id=DORA.id)
    assert (await club.leagues.get(league.number)).member(DORA.id) is None


@pytest.mark.thorough
async def test_a_stopped_league_plays_its_month_to_the_end(club: CupClub) -> None:
    league = await found(club)
    cup = await begin_month(club, league)
    stopped = await club.leagues.stop(league.number, DORA)
    (act,), _ = await club.clocked.moderation.log(10, page=0, size=5)
    assert isinstance(act, EventAct)
    assert (act.kind, act.moderator.id, act.event) == (EventActKind.STOP_LEAGUE, DORA.id, Ruleset.PYRGA)
    with pytest.raises(LeagueStoppedError):
        await club.leagues.join(league.number, DORA)
    assert (await play_month(club, cup)).status is EventStatus.OVER
    after = await club.leagues.get(stopped.number)
    assert after.champions == {ADA.id}
    assert after.next_at is None
    assert await club.leagues.in_guild(10) == []
    await found(club)


async def test_a_league_whose_channel_is_gone_ends(club: CupClub) -> None:
    league = await found(club)
    cup = await begin_month(club, league)
    await club.cups.lose_card(cup, 0)
    await club.live(7 * DAY)
    assert (await club.cups.advance(cup.number)).status is EventStatus.CANCELED
    after = await club.leagues.get(league.number)
    assert (after.cup, after.next_at, after.stopped_at) == (None, None, club.now)


async def test_no_one_is_in_a_league_twice_and_no_server_has_two_of_a_ruleset(club: CupClub) -> None:
    league = await found(club)
    with pytest.raises(AlreadyMemberError):
        await club.leagues.join(league.number, ADA)
    with pytest.raises(LeagueExistsError):
        await found(club)


@pytest.mark.thorough
async def test_the_league_of_a_server_that_left_long_ago_is_deleted(club: CupClub) -> None:
    league = await found(club)
    await play_month(club, await begin_month(club, league))
    servers = RemovedServers(club.database, club.clock)
    await stay_in(servers)
    club.clock.move(KEPT)
    await stay_in(servers)
    with pytest.raises(UnknownLeagueError):
        await club.leagues.get(league.number)
    # Whoever was in it can be in the next one.
    assert len((await found(club)).members) == 3

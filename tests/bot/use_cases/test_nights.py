"""Game nights on a database: who is paired, points, byes, people who don't move, and the end."""

import asyncio

import pytest

from bot.store.connections.database import Database
from bot.use_cases.privacy import RemovedServers
from bot.use_cases.standings.badges import Badges
from bot.use_cases.standings.profiles import Profiles
from bot.values.badges import Badge
from bot.values.events import night_changes
from bot.values.events.event_errors import (
    AlreadyJoinedError,
    BadStartError,
    EventClosedError,
    NotInEventError,
    TwoNightsError,
)
from bot.values.events.night import LAST_MINUTES, LONGEST_WAIT
from bot.values.events.parts import EventStatus, Leaving
from engine import Color, Reason
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import HOUR, stay_in
from tests.bot.use_cases.evening import CARD, MINUTE, PEOPLE, SECOND, Evening, pairings, points

ADA, BLAISE, CHIYO, DORA, EMIL, FRIDA = PEOPLE


@pytest.fixture
def evening(database: Database, clock: StandingClock) -> Evening:
    """Return a channel where people play game nights, on a database of each kind."""
    return Evening(database, clock)


async def test_whoever_is_free_is_paired_at_once_and_no_two_twice_in_a_row(evening: Evening) -> None:
    night = await evening.begin(3)
    assert (night.status, pairings(night)) == (EventStatus.RUNNING, [{"Ada", "Blaise"}])
    (game,) = await evening.running(night)
    assert (game.event, game.total, game.rated, len(game.moves)) == (night.number, night.terms.total, True, 1)
    night = await evening.win(night, ADA)
    # Chiyo has waited longest, and Blaise is nearest in points.
    assert (pairings(night)[1:], points(night)) == (
        [{"Blaise", "Chiyo"}],
        {"Ada": 2, "Blaise": 0, "Chiyo": 0},
    )
    night = await evening.win(night, CHIYO)
    assert pairings(night)[2:] == [{"Ada", "Chiyo"}]
    night = await evening.win(night, ADA)
    night = await evening.win(night, BLAISE)
    for person in (ADA, BLAISE, CHIYO):
        own = [game.white == person.id for game in night.games if person.id in game.players]
        assert abs(2 * sum(own) - len(own)) <= 1


@pytest.mark.thorough
async def test_who_fits_no_one_for_long_has_a_bye_which_is_one_point_once(evening: Evening) -> None:
    night = await evening.begin(3)
    night = await evening.after(LONGEST_WAIT - SECOND, night)
    assert points(night)["Chiyo"] == 0
    night = await evening.after(SECOND, night)
    assert points(night) == {"Ada": 0, "Blaise": 0, "Chiyo": 1}
    await asyncio.gather(*(evening.clocked.play(game, 3) for game in await evening.running(night)))
    night = await evening.after(MINUTE, night)
    assert points(night)["Chiyo"] == 1


@pytest.mark.thorough
async def test_whoever_never_moves_loses_and_after_two_such_games_is_out(evening: Evening) -> None:
    night = await evening.begin(3)
    idle = set()
    for _ in range(4):
        (game,) = await evening.running(night)
        idle.add(game.to_move.id)
        night = await evening.after(MINUTE - SECOND, night)
        assert night.running
        night = await evening.after(SECOND, night)
        ended = await evening.games.get(game.number)
        assert ended.outcome is not None
        assert (ended.outcome.reason, ended.is_counted) == (Reason.TIMEOUT, False)
        if not night.running:
            break
    out = {each.player.id for each in night.entrants if each.left is Leaving.NO_SHOW}
    assert out
    assert all(night.forfeits_of(player_id) == 2 for player_id in out)
    # They can come back.
    person = next(each.player for each in night.entrants if each.player.id in out)
    night = await evening.nights.join(night, person)
    assert night.is_playing(person.id)


async def test_at_the_end_games_have_two_minutes_and_then_exact_values_decide(evening: Evening) -> None:
    night = await evening.begin(6, minutes=60)
    for person in PEOPLE:
        night = await evening.pause(night, person)
    with pytest.raises(NotInEventError):
        await evening.pause(night, ADA)
    for game in await evening.running(night):
        # A running game goes on.
        await evening.clocked.resign(await evening.clocked.play(game, 4), game.white)
    night = await evening.after(58 * MINUTE, night)
    assert (len(night.games), night.running) == (3, ())
    for person in PEOPLE:
        night = await evening.nights.join(night, person)
    with pytest.raises(AlreadyJoinedError):
        await evening.nights.join(night, ADA)
    night = await evening.keep(night.number)
    assert len(night.running) == 3
    last, won, lost = [await evening.clocked.play(game, 4) for game in await evening.running(night)]
    night = await evening.after(2 * MINUTE, night)
    for game in (won, lost):
        await evening.clocked.resign(game, game.black)
    night = await evening.keep(night.number)
    assert (len(night.running), night.is_closed, night.status) == (1, True, EventStatus.RUNNING)
    with pytest.raises(EventClosedError):
        await evening.nights.join(night, ADA)
    night = await evening.after(LAST_MINUTES - SECOND, night)
    assert night.status is EventStatus.RUNNING
    night = await evening.after(SECOND, night)
    ended = await evening.games.get(last.number)
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.reason, ended.rated) == (
        Color.WHITE,
        Reason.ADJUDICATION,
        False,
    )
    assert (night.status, night.played) == (EventStatus.OVER, 6)
    winners = {each.player for each in night.entrants if each.medal == 1}
    assert {score.player for score in night.table if score.place == 1} == winners
    for person in PEOPLE:
        held = [each.badge for each in await Badges(evening.database, evening.clock).badges_of(person.id)]
        assert (Badge.NIGHT_WIN in held) == (person in winners)
        profile = await Profiles(evening.database, evening.clock).profile(
            CARD.guild_id, reader_id=person.id, player_id=person.id
        )
        assert profile.nights == (person in winners)


@pytest.mark.thorough
async def test_a_channel_has_one_game_night_at_a_time_and_none_begins_in_the_past(evening: Evening) -> None:
    night = await evening.begin(3)
    with pytest.raises(TwoNightsError) as refused:
        await evening.open([])
    assert refused.value.night.number == night.number
    await evening.nights.lose_card(night, 0)
    assert (await evening.open([])).status is EventStatus.OPEN
    with pytest.raises(BadStartError):
        await evening.nights.create(ADA, CARD, night.terms, evening.now - MINUTE)


@pytest.mark.thorough
async def test_with_too_few_people_it_begins_later_or_is_called_off(evening: Evening) -> None:
    night = await evening.open([ADA, BLAISE], HOUR)
    night = await evening.after(HOUR + 30 * MINUTE, night)
    assert night.status is EventStatus.OPEN
    night = await evening.keep((await evening.nights.join(night, CHIYO)).number)
    assert (night.status, night.closes_at) == (EventStatus.RUNNING, evening.now + HOUR)
    await evening.nights.lose_card(night, 0)
    night = await evening.after(HOUR, await evening.open([ADA, BLAISE]))
    assert night.status is EventStatus.CANCELED


@pytest.mark.thorough
async def test_people_who_block_each_other_are_not_paired(evening: Evening) -> None:
    night = await evening.open([ADA, BLAISE, CHIYO, DORA])
    await evening.clocked.blocks.block(BLAISE, ADA)
    night = await evening.keep(night.number)
    assert len(night.running) == 2
    assert {"Ada", "Blaise"} not in pairings(night)


@pytest.mark.thorough
async def test_two_processes_pair_no_one_twice_and_begin_no_game_twice(evening: Evening) -> None:
    night = await evening.open(PEOPLE)
    other = Evening(evening.database, evening.clock)
    both = (evening, other)
    await asyncio.gather(*(each.nights.advance(night.number) for each in both))
    begun = await asyncio.gather(*(each.nights.begin_next(night.number) for each in both * 3))
    night = await evening.nights.get(night.number)
    assert len(night.games) == 3
    assert sorted(game.number for game in begun if game) == [game.number for game in night.games]
    assert {player_id for game in night.games for player_id in game.players} == {each.id for each in PEOPLE}


@pytest.mark.thorough
async def test_a_server_that_removes_the_bot_has_no_game_night_and_its_games_go_on(evening: Evening) -> None:
    night = await evening.begin(3)
    (game,) = await evening.running(night)
    await evening.clocked.play(game, 3)
    await stay_in(RemovedServers(evening.database, evening.clock))
    night = await evening.keep(night.number)
    assert night.status is EventStatus.CANCELED
    game = await evening.games.get(game.number)
    assert (game.outcome, game.event, game.rated) == (None, None, False)


@pytest.mark.thorough
async def test_those_left_over_change_with_a_couple_that_fits_both(evening: Evening) -> None:
    night = await evening.open([ADA, BLAISE, CHIYO, DORA])
    night = night_changes.start(night, {}, evening.now)
    barred = {frozenset((ADA.id, other.id)) for other in (CHIYO, DORA)} | {frozenset((CHIYO.id, DORA.id))}
    # Blaise is the only one for all others.
    assert [set(pair) for pair in night_changes.pairs(night, barred)] == [{ADA.id, BLAISE.id}]
    barred = {frozenset((CHIYO.id, DORA.id))}
    found = [set(pair) for pair in night_changes.pairs(night, barred)]
    assert {ADA.id, BLAISE.id, CHIYO.id, DORA.id} == set.union(*found)

"""Team matches on a database: codes, sign-up, games, reserves, and the score."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.store.connections.database import Database
from bot.store.schema import tables
from bot.use_cases.events.team_matches import MOST_CURRENT
from bot.use_cases.privacy import RemovedServers
from bot.values.errors import OwnCodeError, OwnServersOnlyError, UsedCodeError
from bot.values.events import event_changes, event_errors, team_changes
from bot.values.events.event import DRAWN_EVERY, NO_SHOW_GRACE
from bot.values.events.parts import REPEATABLE, EventGame, EventStatus, Group, Leaving
from bot.values.players import Player
from bot.values.standings import ShownRating, Strength
from engine import Color, Reason, Start
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, stay_in
from tests.bot.use_cases.teams.rivals import (
    AWAY,
    CAFE,
    CLUB,
    DAY,
    EMMY,
    FELIX,
    GRACE,
    HOME,
    HOUR,
    Rivals,
)


@pytest.fixture
def rivals(database: Database, clock: StandingClock) -> Rivals:
    """Return two servers that play team matches, on a database of each kind."""
    return Rivals(database, clock)


@pytest.mark.thorough
async def test_a_team_match_is_played_with_two_games_on_each_board(rivals: Rivals) -> None:
    match = await rivals.begin()
    assert [board.people for board in match.boards] == [(ADA.id, EMMY.id), (BLAISE.id, FELIX.id)]
    games = await rivals.played(match)
    assert len(games) == 4
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.white.id, first.black.id) == (second.black.id, second.white.id)
        assert first.moves[0].text != second.moves[0].text
    for game in games:
        assert (game.event, game.start, game.guild_id) == (match.number, Start.BALANCED, None)
        assert game.rated
        assert game.is_strict
        assert game.white_seat.rating == game.black_seat.rating == ShownRating(1500, provisional=True)
        for color in Color:
            at_home = game.player(color) in HOME
            side, home = (CAFE, CLUB)[not at_home], game.home_of(color)
            assert (home.place, home.server_name, home.language) == (
                side.place,
                side.server_name,
                side.language,
            )
    await rivals.play(match)
    await rivals.lose(match, EMMY)
    assert (await rivals.keep(match.number)).score == (2, 0)
    await rivals.lose(match, BLAISE)
    over = await rivals.keep(match.number)
    assert (over.status, over.score, over.due_at is not None) == (EventStatus.OVER, (2, 2), True)
    assert {
        change.player_id for game in games for change in (await rivals.games.get(game.number)).rating_changes
    }


@pytest.mark.thorough
async def test_games_of_a_team_match_are_among_the_five_rated_ones_a_day(rivals: Rivals) -> None:
    match = await rivals.agree()
    await rivals.sign_up(match, *HOME[:2], *AWAY[:2])
    await rivals.live(DAY)
    await rivals.matches.advance(match.number)
    for _ in range(4):
        await rivals.clocked.agree(EMMY, rated=True)
    match = await rivals.keep(match.number)
    assert [game.rated for game in await rivals.played(match)] == [True, False, True, True]
    assert all(game.is_running for game in match.games)


async def test_what_1_0_0_stored_of_a_team_match_is_read(rivals: Rivals) -> None:
    match = await rivals.begin((*HOME, *AWAY), boards=2)
    start, later = match.stages[0].started_at, match.stages[0].started_at + DAY
    stored = (
        f'[{{"players":[2,3],"since":["{later.isoformat()}","{start.isoformat()}"],'
        '"games":[[3,0,5,null,0,1,0,0],[2,3,6,1,1,0,0,0]]}]'
    )
    async with rivals.database.writing() as connection:
        await connection.execute(update(tables.team_matches).values(boards=stored))
    read = await rivals.matches.get(match.number)
    games = EventGame(EMMY.id, ADA.id, 5, struck=True), EventGame(CHIYO.id, EMMY.id, 6, 1, second=True)
    assert read.boards == (Group((CHIYO.id, EMMY.id), games),)
    assert {entrant.player: entrant.joined_at for entrant in read.playing} == {
        CHIYO: later,
        EMMY: start - DAY,
    }


async def test_codes_are_refused_with_a_reason(rivals: Rivals) -> None:
    code = await rivals.offer()
    with pytest.raises(OwnCodeError):
        await rivals.matches.read(code.text, 10)
    assert (await rivals.matches.read(code.text.lower(), 11)).card == CAFE
    await rivals.matches.accept(code.text, EMMY, CLUB)
    with pytest.raises(UsedCodeError):
        await rivals.matches.accept(code.text, EMMY, replace(CLUB, place=replace(CLUB.place, guild_id=12)))


@pytest.mark.thorough
async def test_a_server_that_keeps_to_itself_plays_no_team_matches(rivals: Rivals) -> None:
    code, match = await rivals.offer(), await rivals.agree()
    await rivals.stay_apart(11)
    with pytest.raises(event_errors.ServersApartError) as refused:
        await rivals.matches.read(code.text, 11)
    assert not refused.value.elsewhere
    await rivals.stay_apart(11, apart=False)
    await rivals.stay_apart(10)
    with pytest.raises(event_errors.ServersApartError) as refused:
        await rivals.matches.accept(code.text, EMMY, CLUB)
    assert refused.value.elsewhere
    with pytest.raises(event_errors.ServersApartError):
        await rivals.offer()
    with pytest.raises(event_errors.ServersApartError):
        await rivals.sign_up(match, ADA)
    await rivals.live(DAY)
    assert (await rivals.keep(match.number)).status is EventStatus.CANCELED


@pytest.mark.thorough
async def test_a_server_plays_only_so_many_at_a_time(rivals: Rivals) -> None:
    for _ in range(MOST_CURRENT):
        code = await rivals.offer()
        await rivals.matches.accept(code.text, EMMY, CLUB)
    with pytest.raises(event_errors.TooManyTeamMatchesError):
        await rivals.offer()


async def test_people_sign_up_once_for_one_side_if_they_play_across_servers(rivals: Rivals) -> None:
    match = await rivals.agree()
    with pytest.raises(OwnServersOnlyError):
        await rivals.matches.sign_up(match, ADA, guild_id=10)
    match = await rivals.sign_up(match, ADA)
    with pytest.raises(event_errors.AlreadyJoinedError):
        await rivals.sign_up(match, ADA)
    with pytest.raises(event_errors.OtherSideError):
        await rivals.matches.sign_up(match, ADA, guild_id=11)
    with pytest.raises(event_errors.UnknownTeamMatchError):
        await rivals.matches.sign_up(match, ADA, guild_id=12)
    left = await rivals.matches.leave(match.number, player_id=ADA.id)
    assert left.entrants == ()
    again = await rivals.matches.sign_up(left, replace(ADA, name="Ada L."), guild_id=10)
    assert [member.player.name for member in again.members(0)] == ["Ada L."]
    await rivals.sign_up(again, BLAISE, *AWAY[:2])
    await rivals.live(DAY)
    begun = await rivals.keep(match.number)
    with pytest.raises(event_errors.EventClosedError):
        await rivals.sign_up(begun, CHIYO)


@pytest.mark.thorough
async def test_with_too_few_people_it_waits_a_day_once(rivals: Rivals) -> None:
    match = await rivals.agree()
    await rivals.sign_up(match, *HOME[:2], EMMY)
    await rivals.live(DAY)
    waiting = await rivals.keep(match.number)
    assert (waiting.status, waiting.starts_at) == (EventStatus.OPEN, rivals.now + DAY)
    await rivals.live(DAY)
    assert (await rivals.keep(match.number)).status is EventStatus.CANCELED


async def test_if_its_start_is_late_a_day_is_left_to_sign_up(rivals: Rivals) -> None:
    match = await rivals.agree()
    await rivals.live(3 * DAY)
    assert (await rivals.keep(match.number)).starts_at == rivals.now + DAY


@pytest.mark.thorough
async def test_people_who_block_each_other_dont_meet(rivals: Rivals) -> None:
    match = await rivals.agree()
    await rivals.sign_up(match, *HOME, *AWAY[:2])
    await rivals.clocked.blocks.block(EMMY, ADA)
    await rivals.live(DAY)
    begun = await rivals.keep(match.number)
    assert [board.people for board in begun.boards] == [(BLAISE.id, EMMY.id), (ADA.id, FELIX.id)]
    assert [member.player.id for member in begun.reserves(0)] == [CHIYO.id]


@pytest.mark.parametrize(
    ("absent", "reserve", "opponent"),
    [(ADA, CHIYO, EMMY), pytest.param(EMMY, GRACE, ADA, marks=pytest.mark.thorough)],
)
async def test_a_reserve_takes_the_place_of_someone_who_never_moves(
    rivals: Rivals, absent: Player, reserve: Player, opponent: Player
) -> None:
    match = await rivals.begin((*HOME, *AWAY), boards=2)
    await rivals.play(match, without=[absent])
    await rivals.lose(match, FELIX)
    before = await rivals.played(match)
    await rivals.live(DAY + HOUR)
    after = await rivals.keep(match.number)
    assert after.why_left(absent.id) is Leaving.NO_SHOW
    assert set(after.boards[0].people) == {reserve.id, opponent.id}
    for game in before[:2]:
        outcome = (await rivals.games.get(game.number)).outcome
        assert outcome is not None
        assert outcome.reason is Reason.ANNULLED
    running = [game for game in await rivals.played(after) if game.outcome is None]
    assert [{game.white, game.black} for game in running] == [{reserve, opponent}] * 2
    assert after.score == (2, 0)
    # The reserve has as much time as everyone had.
    assert after.no_show_check_at == rivals.now + NO_SHOW_GRACE + DAY


@pytest.mark.thorough
async def test_a_reserve_does_not_meet_someone_whom_they_have_blocked(rivals: Rivals) -> None:
    match = await rivals.begin((*HOME, *AWAY[:2]))
    await rivals.clocked.blocks.block(CHIYO, EMMY)
    await rivals.play(match, without=[ADA])
    await rivals.lose(match, FELIX)
    await rivals.live(DAY + HOUR)
    after = await rivals.keep(match.number)
    assert after.boards[0].people == (ADA.id, EMMY.id)
    assert (after.status, after.score) == (EventStatus.OVER, (2, 2))


@pytest.mark.thorough
async def test_without_a_reserve_their_games_count_as_lost(rivals: Rivals) -> None:
    match = await rivals.begin()
    await rivals.play(match, without=[ADA])
    await rivals.lose(match, FELIX)
    await rivals.live(2 * DAY)
    await rivals.keep(match.number)
    over = await rivals.keep(match.number)
    assert (over.status, over.score) == (EventStatus.OVER, (2, 2))
    games = [await rivals.games.get(game.number or 0) for game in over.games[:2]]
    assert {game.outcome.reason for game in games if game.outcome} == {Reason.ANNULLED}


@pytest.mark.thorough
async def test_the_strongest_are_those_who_are_so_at_the_start(rivals: Rivals) -> None:
    match = await rivals.agree()
    signed_up = await rivals.sign_up(match, *HOME[:2], *AWAY[:2])
    begun = team_changes.start(signed_up, {BLAISE.id: Strength(1600, provisional=False)}, (), rivals.now)
    assert [board.people for board in begun.boards] == [(BLAISE.id, EMMY.id), (ADA.id, FELIX.id)]


@pytest.mark.thorough
async def test_a_card_is_drawn_once_a_minute_and_everyone_is_called_once(rivals: Rivals) -> None:
    matches = rivals.matches
    match = await matches.lose_card(await rivals.begin(), 0)
    await rivals.live(DRAWN_EVERY)
    assert 0 not in matches.to_show(match)
    match = await matches.put_card(match, 0, channel_id=20, message_id=5)
    assert 0 in matches.to_show(match)
    match = await rivals.note(match, event_changes.show, 0, match.revision, rivals.now)
    match = await matches.leave(match.number, player_id=ADA.id)
    assert 0 not in matches.to_show(match)
    await rivals.live(DRAWN_EVERY)
    assert 0 in matches.to_show(match)
    match = await rivals.note(match, event_changes.begin_call, 0, rivals.now)
    assert matches.may_call(match, 0)
    await rivals.live(2 * REPEATABLE)
    assert not matches.may_call(await rivals.note(match, event_changes.begin_call, 0, rivals.now), 0)


@pytest.mark.thorough
async def test_once_everyone_has_been_told_it_waits_for_those_who_have_to_move(rivals: Rivals) -> None:
    match = await rivals.begin()
    for side in (0, 1):
        match = await rivals.matches.put_card(match, side, channel_id=20 + side, message_id=5)
        match = await rivals.note(match, event_changes.show, side, match.revision, rivals.now)
        match = await rivals.note(match, event_changes.tell, side, 1)
    assert await rivals.matches.get(match.number) == match
    assert match.due_at == match.no_show_check_at == rivals.now + NO_SHOW_GRACE + DAY


@pytest.mark.thorough
@pytest.mark.parametrize("gone", [0, 1])
async def test_in_a_server_that_removes_the_bot_there_is_no_card(rivals: Rivals, gone: int) -> None:
    match = await rivals.begin()
    await stay_in(RemovedServers(rivals.database, rivals.clock), match.cards[1 - gone].guild_id)
    after = await rivals.matches.get(match.number)
    assert [card.lost for card in after.cards] == [gone == 0, gone == 1]

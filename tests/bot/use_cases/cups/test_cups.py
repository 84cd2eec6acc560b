"""A cup from the first person who joins to the last result, on each kind of database."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.store.events import events
from bot.store.schema import tables
from bot.use_cases.privacy import Exports, RemovedServers
from bot.use_cases.standings.badges import Badges
from bot.values.acts import ActKind
from bot.values.badges import CUP_MEDALS, Badge
from bot.values.events import event_changes, event_errors
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.parts import REPEATABLE, EventGame, EventStatus, Group, Leaving
from bot.values.game.game import BY_LOT
from bot.values.game.game_errors import OwnGameError
from bot.values.players import Player, ThemeName
from engine import Outcome, Reason, Ruleset, Start
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, stay_in
from tests.bot.use_cases.cups.club import DAY, DORA, EMIL, HERE, HOUR, PEOPLE, CupClub
from tests.cells import outcomes

MODERATOR = DORA
STRANGER = Player(900, "Mod")
MINUTES = timedelta(minutes=5)
TERMS_OF_1_0_0 = (
    '{"name":"Été","ruleset":"classic","move_seconds":86400,"days":28,"rated":true,"double":true,'
    '"start":"swap","starts_at":"2026-03-02T12:00:00+00:00","has_stages":true}'
)


def scores(cup: Cup) -> dict[tuple[int, int], float | None]:
    return {game.players: game.score for game in cup.games}


async def play_to_the_end(club: CupClub, cup: Cup) -> Cup:
    """Have whoever has the higher id resign, so that Ada wins before Blaise and Chiyo."""
    await club.play_opening(cup)
    for game in await club.begun(cup):
        if game.outcome is None:
            await acts.resign(club.games, game.number, player_id=max(game.white.id, game.black.id))
    return await club.keep(cup.number)


async def test_a_cup_is_read_as_it_was_stored(club: CupClub) -> None:
    cup = await club.begin(double=True)
    assert await club.cups.get(cup.number) == cup
    assert cup.status is EventStatus.RUNNING
    assert [entrant.player.name for entrant in cup.entrants] == ["Ada", "Blaise", "Chiyo"]
    assert len(cup.running) == 6
    starts: dict[frozenset[int], set[str]] = {}
    for game in await club.begun(cup):
        starts.setdefault(frozenset({game.white.id, game.black.id}), set()).add(game.moves[0].text)
    assert [len(moves) for moves in starts.values()] == [2, 2, 2], "the two games of a pair begin differently"


async def test_what_1_0_0_stored_of_a_cup_is_read(club: CupClub) -> None:
    cup = await club.begin()
    stored = (
        '[{"started_at":"2026-03-02T12:00:00+00:00","ends_at":"2026-03-30T12:00:00+00:00","prolonged":true,'
        '"checked_at":null,"groups":[{"seats":[0,2,null],"games":[[2,0,7,0.5,1,0,1,0],[0,2,null,null,0,1,0,0]]}]}]'
    )
    async with club.database.writing() as connection:
        await connection.execute(update(tables.cups).values(stages=stored, terms=TERMS_OF_1_0_0))
    (stage,), terms = (read := await club.cups.get(cup.number)).stages, read.terms
    games = (
        EventGame(CHIYO.id, ADA.id, 7, 0.5, second=True, adjudicated=True),
        EventGame(ADA.id, CHIYO.id, struck=True),
    )
    assert stage.groups == (Group((ADA.id, CHIYO.id, None), games),)
    assert (stage.started_at, stage.prolonged, stage.checked_at) == (club.now, True, None)
    assert terms == CupTerms("Été", Ruleset.CLASSIC, double=True, start=Start.SWAP, starts_at=club.now)


async def medals_in(club: CupClub, guild_id: int | None) -> dict[str, tuple[list[Badge], int]]:
    """Return which medals people have in a server, or outside, and how many cups they've won there."""
    badges, found = Badges(club.database, club.clock), {}
    for player in PEOPLE[:3]:
        held = [each.badge for each in await badges.badges_of(player.id, guild_id=guild_id)]
        reader = player.id
        profile = await club.clocked.profiles.profile(guild_id, reader_id=reader, player_id=reader)
        found[player.name] = [badge for badge in held if badge in CUP_MEDALS.values()], profile.cups
    return found


async def test_everyone_plays_everyone_and_the_best_get_medals(club: CupClub) -> None:
    ended = await play_to_the_end(club, await club.begin())
    assert ended.status is EventStatus.OVER
    assert ended.medals == {ADA.id: 1, BLAISE.id: 2, CHIYO.id: 3}
    won = {"Ada": ([Badge.CUP_GOLD], 1), "Blaise": ([Badge.CUP_SILVER], 0), "Chiyo": ([Badge.CUP_BRONZE], 0)}
    assert await medals_in(club, 10) == won
    async with club.database.reading() as connection:
        entrants = tables.cup_entrants
        stored = await connection.execute(select(entrants.c.player_id, entrants.c.medal))
        assert dict(map(tuple, stored)) == {ADA.id: 1, BLAISE.id: 2, CHIYO.id: 3}


@pytest.mark.thorough
@pytest.mark.parametrize("played", [4, 5])
async def test_medals_count_in_all_servers_if_five_people_have_played(club: CupClub, played: int) -> None:
    cup = await club.begin(PEOPLE[:5])
    await club.play_opening(cup, without=None if played == len(cup.entrants) else EMIL)
    for game in await club.begun(cup):
        loser = max(game.white, game.black, key=lambda player: player.id)
        await acts.resign(club.games, game.number, player_id=loser.id)
    cup = await club.keep(cup.number)
    assert (cup.played, len(cup.medals)) == (played, 3)
    won = {"Ada": ([Badge.CUP_GOLD], 1), "Blaise": ([Badge.CUP_SILVER], 0), "Chiyo": ([Badge.CUP_BRONZE], 0)}
    assert await medals_in(club, 10) == won
    assert await medals_in(club, None) == (won if played == 5 else dict.fromkeys(won, ([], 0)))


async def test_a_game_of_a_cup_begins_with_its_terms_and_a_balanced_first_move(club: CupClub) -> None:
    cup = await club.begin(move_seconds=2 * 24 * 3600, ruleset=Ruleset.CLASSIC)
    for game in await club.begun(cup):
        assert (game.event, game.move_seconds, game.rated) == (cup.number, 2 * 24 * 3600, True)
        assert (game.ruleset, game.start, game.place) == (Ruleset.CLASSIC, Start.BALANCED, HERE)
        assert [move.revision for move in game.moves] == [BY_LOT]
        assert game.white_seat.rating is not None


async def begin_soon(club: CupClub, **terms: Any) -> Cup:
    """Return a cup that starts in a few minutes, with all games that can begin."""
    cup = await club.open(starts_at=club.now + MINUTES, **terms)
    await club.live(MINUTES)
    return await club.keep(cup.number)


@pytest.mark.thorough
async def test_five_games_of_two_people_a_day_are_rated_and_the_table_counts_all(club: CupClub) -> None:
    cups = [await begin_soon(club, double=True) for _ in range(3)]
    begun = [await club.begun(cup) for cup in cups]
    assert [[game.rated for game in games] for games in begun] == [
        6 * [True],
        6 * [True],
        [*3 * [True], *3 * [False]],
    ]
    casual = begun[2][-1]
    assert (casual.over_limit, casual.white_seat.rating is None) == (True, False)
    assert not (await club.clocked.agree(rated=True)).rated
    for cup in cups:
        ended = await play_to_the_end(club, cup)
        assert (ended.status, sum(game.counts for game in ended.games)) == (EventStatus.OVER, 6)
    assert not (await club.games.get(casual.number)).rating_changes
    await club.live(12 * HOUR)
    assert all(game.rated for game in await club.begun(await begin_soon(club)))


@pytest.mark.thorough
async def test_games_that_begin_at_once_count_each_other(club: CupClub) -> None:
    for _ in range(2):
        await begin_soon(club, double=True)
    cups = [await club.open(starts_at=club.now + MINUTES) for _ in range(2)]
    for running in (await club.cups.in_guild(10))[-2:]:
        await play_to_the_end(club, running)
    await club.live(MINUTES)
    for cup in cups:
        await club.cups.advance(cup.number)
    for _ in range(3):
        two = await asyncio.gather(*(club.cups.begin_next(cup.number) for cup in cups))
        assert sorted(game.rated for game in two if game is not None) == [False, True]


async def test_black_who_takes_over_whites_side_is_white_in_the_table(club: CupClub) -> None:
    cup = await club.begin(start=Start.SWAP)
    game = (await club.begun(cup))[0]
    game = await club.clocked.play(game)
    swapped = await club.clocked.players.swap(game.number, game.revision, game.black.id)
    await acts.resign(club.games, swapped.number, player_id=swapped.white.id)
    cup = await club.keep(cup.number)
    listed = next(listed for listed in cup.games if listed.number == game.number)
    assert (listed.white, listed.black, listed.score) == (swapped.white.id, swapped.black.id, 0)


async def test_a_cup_with_two_people_waits_a_day_once_and_is_then_called_off(club: CupClub) -> None:
    cup = await club.begin(PEOPLE[:2])
    assert (cup.status, cup.postponed_until) == (EventStatus.OPEN, club.now + DAY)
    await club.live(DAY)
    assert (await club.keep(cup.number)).status is EventStatus.CANCELED


async def test_a_cup_starts_when_so_many_have_joined(club: CupClub) -> None:
    cup = await club.open(PEOPLE[:3], starts_at=None, wanted=4)
    assert (await club.keep(cup.number)).status is EventStatus.OPEN
    await club.cups.join(cup, DORA)
    assert (await club.keep(cup.number)).status is EventStatus.RUNNING


@pytest.mark.thorough
async def test_the_strongest_are_dealt_by_their_rating_at_the_start(club: CupClub) -> None:
    await play_to_the_end(club, await club.begin())
    cup = await club.begin((CHIYO, BLAISE, ADA))
    assert cup.stages[0].people == (ADA.id, BLAISE.id, CHIYO.id)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"name": " \n "}, event_errors.BadNameError),
        ({"name": 61 * "x"}, event_errors.BadNameError),
        ({"starts_at": None, "wanted": 2}, event_errors.BadSizeError),
        ({"starts_at": None, "wanted": 65}, event_errors.BadSizeError),
        ({"start": Start.PLAIN}, event_errors.UnfairStartError),
    ],
)
async def test_bad_terms_make_no_cup(club: CupClub, wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        await club.open(**wrong)
    assert await club.cups.in_guild(10) == []


@pytest.mark.parametrize("wrong", [timedelta(), -DAY, 61 * DAY])
async def test_a_cup_starts_neither_in_the_past_nor_in_months(club: CupClub, wrong: timedelta) -> None:
    terms = CupTerms("Winter", Ruleset.PYRGA)
    with pytest.raises(event_errors.BadStartError):
        await club.cups.create(HERE, ADA, terms, language="en-US", theme=ThemeName.AEGEAN, starts_in=wrong)


async def test_a_name_is_on_one_line(club: CupClub) -> None:
    assert (await club.open(name="  Winter \n cup ")).terms.name == "Winter cup"


@pytest.mark.thorough
async def test_a_server_has_two_open_and_three_running_cups(club: CupClub) -> None:
    for _ in range(3):
        await club.begin()
    waiting = await club.open()
    await club.open()
    with pytest.raises(event_errors.TooManyCupsError):
        await club.open()
    await club.live(DAY)
    assert (await club.keep(waiting.number)).status is EventStatus.OPEN
    running = [cup for cup in await club.cups.in_guild(10) if cup.status is EventStatus.RUNNING]
    await club.cups.cancel(running[0].number, MODERATOR, guild_id=10)
    await club.live(HOUR)
    assert (await club.keep(waiting.number)).status is EventStatus.RUNNING


async def test_no_one_joins_twice_or_comes_back(club: CupClub) -> None:
    cup = await club.open(PEOPLE[:4])
    with pytest.raises(event_errors.AlreadyJoinedError):
        await club.cups.join(cup, ADA)
    assert len((await club.cups.leave(cup.number, player_id=DORA.id)).entrants) == 3
    with pytest.raises(event_errors.NotInEventError):
        await club.cups.leave(cup.number, player_id=DORA.id)
    await club.cups.join(await club.cups.get(cup.number), DORA)
    await club.live(DAY)
    await club.keep(cup.number)
    left = await club.cups.leave(cup.number, player_id=DORA.id)
    with pytest.raises(event_errors.LeftBeforeError):
        await club.cups.join(left, DORA)


async def test_people_who_block_each_other_are_told_before_they_join(club: CupClub) -> None:
    cup = await club.open(PEOPLE[:2])
    blocks = club.clocked.blocks
    await blocks.block(CHIYO, BLAISE)
    with pytest.raises(event_errors.BlockedEntrantError) as refused:
        await club.cups.join(cup, CHIYO)
    assert refused.value.names == ["Blaise"]
    joined = await club.cups.join(cup, CHIYO, knowing=True)
    assert len(joined.entrants) == 3
    await blocks.block(ADA, DORA)
    for _ in range(2):
        with pytest.raises(event_errors.BlockedEntrantError) as refused:
            await club.cups.join(cup, DORA)
        assert refused.value.names == []
        await club.clocked.deletions.delete(DORA.id)


@pytest.mark.thorough
async def test_whoever_leaves_early_has_their_games_struck_and_loses_those_that_are_on(club: CupClub) -> None:
    cup = await club.begin(PEOPLE[:4])
    games = await club.begun(cup)
    played, unplayed = [game for game in games if CHIYO in (game.white, game.black)][:2]
    await club.clocked.play(played, 4)
    await club.cups.leave(cup.number, player_id=CHIYO.id)
    cup = await club.keep(cup.number)
    assert all(game.struck for game in cup.games_of(CHIYO.id))
    lost, canceled = [await club.games.get(game.number) for game in (played, unplayed)]
    assert lost.outcome is not None
    assert (lost.outcome.reason, lost.winner) == (Reason.RESIGNATION, lost.opponent_of(CHIYO.id))
    assert lost.rating_changes
    assert canceled.outcome == Outcome(None, Reason.ABORTED)
    assert not cup.unsettled


async def nearly_without(club: CupClub, absent: Player) -> Cup:
    """Return a cup of four in which someone hasn't moved two hours before they're taken out for that."""
    cup = await club.begin(PEOPLE[:4])
    for _ in range(2):
        await club.live(DAY - HOUR)
        await club.play_opening(cup, without=absent)
        cup = await club.keep(cup.number)
    return cup


@pytest.mark.thorough
async def test_no_show_is_taken_out_unrated_and_barred_for_longer_each_time(club: CupClub) -> None:
    days = []
    for _ in range(3):
        cup = await nearly_without(club, CHIYO)
        await club.live(HOUR)
        cup = await club.keep(cup.number)
        ended = [game for game in await club.begun(cup) if CHIYO in (game.white, game.black)]
        assert cup.entrant(CHIYO.id) in cup.present
        await club.live(HOUR)
        cup = await club.keep(cup.number)
        absent = cup.entrant(CHIYO.id)
        assert absent is not None
        assert absent.left is Leaving.NO_SHOW
        assert all(game.struck for game in cup.games_of(CHIYO.id))
        for game in ended:
            annulled = await club.games.get(game.number)
            assert annulled.outcome == Outcome(None, Reason.ANNULLED)
            assert not annulled.rating_changes
        await club.cups.cancel(cup.number, MODERATOR, guild_id=10)
        other = await club.open(PEOPLE[:2])
        with pytest.raises(event_errors.BarredError) as refused:
            await club.cups.join(other, CHIYO)
        days.append((refused.value.until - club.now).days)
        await club.cups.cancel(other.number, MODERATOR, guild_id=10)
        await club.live(refused.value.until - club.now)
    assert days == [7, 14, 28]
    await play_to_the_end(club, await club.begin())
    async with club.database.reading() as connection:
        row = (await connection.execute(select(tables.players).where(tables.players.c.id == CHIYO.id))).one()
    assert (row.no_shows, row.barred_until) == (0, None)


@pytest.mark.thorough
async def test_whoever_never_moved_is_taken_out_once_all_games_are_over(club: CupClub) -> None:
    cup = await club.begin((ADA, BLAISE, CHIYO))
    await club.play_opening(cup, without=CHIYO)
    await club.resign(cup, BLAISE, ADA)
    for game in await club.begun(cup):
        if game.outcome is None and game.to_move != CHIYO:
            await club.clocked.play(game)
    # The time for the first move would be over in another day.
    await club.live(DAY)
    ended = await club.keep(cup.number)
    assert ended.status is EventStatus.OVER
    assert ended.why_left(CHIYO.id) is Leaving.NO_SHOW
    assert ended.medals == {ADA.id: 1, BLAISE.id: 2}
    lost = [game for game in await club.begun(ended) if CHIYO in (game.white, game.black)]
    assert {game.outcome for game in lost} == {Outcome(None, Reason.ANNULLED)}


@pytest.mark.thorough
async def test_deleting_ones_data_lifts_no_bar_and_the_next_one_is_longer(club: CupClub) -> None:
    other = await club.open(PEOPLE[:2], starts_at=None, wanted=4)
    for days in (7, 14):
        cup = await nearly_without(club, CHIYO)
        await club.live(2 * HOUR)
        await club.keep(cup.number)
        await club.clocked.deletions.delete(CHIYO.id)
        with pytest.raises(event_errors.BarredError) as refused:
            await club.cups.join(other, CHIYO)
        assert refused.value.until == club.now + timedelta(days)
        await club.live(timedelta(days))


@pytest.mark.thorough
async def test_no_one_is_a_no_show_for_time_in_which_no_one_could_play(club: CupClub) -> None:
    await club.clocked.downtime.beat()
    cup = await club.begin(days=14)
    club.clock.move(3 * DAY)
    await club.clocked.downtime.beat()
    cup = await club.keep(cup.number)
    assert len(cup.present) == 3
    await club.live(DAY - HOUR)
    assert len((await club.keep(cup.number)).present) == 3
    await club.live(2 * HOUR)
    cup = await club.keep(cup.number)
    assert len(cup.present) == 3
    assert cup.stages[0].awaited is not None
    await club.live(DAY + HOUR)
    assert (await club.keep(cup.number)).present == ()


async def extended(club: CupClub, hours: int) -> Cup:
    """Return a cup of four in which only Ada has moved, with so many hours for a move, once it's extended."""
    cup = await club.begin(PEOPLE[:4], move_seconds=hours * 3600)
    while cup.stages[0].awaited is None:
        for game in await club.begun(cup):
            if game.outcome is None and game.to_move == ADA:
                await club.clocked.play(game)
        await club.live(6 * HOUR)
        cup = await club.keep(cup.number)
    return cup


TIMES = [24, *(pytest.param(hours, marks=pytest.mark.thorough) for hours in (12, 72))]
"""Hours for a move."""


@pytest.mark.thorough
@pytest.mark.parametrize("hours", TIMES)
async def test_a_cup_in_which_hardly_anyone_has_moved_is_extended_by_a_day(club: CupClub, hours: int) -> None:
    cup = await extended(club, hours)
    (stage,) = cup.stages
    assert stage.awaited is not None
    assert stage.awaited.absent == (BLAISE.id, CHIYO.id, DORA.id)
    assert stage.awaited.until == club.now + DAY == stage.started_at + timedelta(hours=hours) + DAY
    assert stage.ends_at == stage.started_at + 29 * DAY
    assert (len(cup.present), len(cup.running)) == (4, 6)
    for game in await club.begun(cup):
        if game.to_move != ADA and game.created_at == club.now:
            assert game.clock is not None
            assert game.clock.until == stage.awaited.until
    async with club.database.reading() as connection:
        rows = await events.games_of(connection, cup.number)
    assert len(rows) > 6
    assert {row.reason for row in rows if cup.game_of(row.number) is None} == {Reason.ANNULLED}
    assert not cup.unsettled


@pytest.mark.thorough
async def test_whoever_moves_in_the_extension_stays_and_the_others_are_taken_out(club: CupClub) -> None:
    cup = await extended(club, 24)
    for game in await club.begun(cup):
        if game.to_move == BLAISE:
            await club.clocked.play(game)
    await club.live(DAY + HOUR)
    cup = await club.keep(cup.number)
    assert [entrant.player.name for entrant in cup.present] == ["Ada", "Blaise"]
    assert [{*game.players} for game in cup.games if not game.struck] == [{ADA.id, BLAISE.id}]
    assert cup.stages[0].awaited is None


@pytest.mark.thorough
@pytest.mark.parametrize("hours", TIMES)
async def test_a_cup_is_extended_once(club: CupClub, hours: int) -> None:
    cup = await extended(club, hours)
    await club.live(DAY - HOUR)
    assert (await club.keep(cup.number)).status is EventStatus.RUNNING
    await club.live(HOUR + timedelta(minutes=20))
    ended = await club.keep(cup.number)
    assert (ended.status, ended.medals) == (EventStatus.OVER, {ADA.id: 1})
    assert {each.left for each in ended.entrants[1:]} == {Leaving.NO_SHOW}
    other = await club.open(())
    with pytest.raises(event_errors.BarredError) as refused:
        await club.cups.join(other, BLAISE)
    assert refused.value.until == club.now + 7 * DAY


async def test_someone_on_vacation_is_no_no_show(club: CupClub) -> None:
    cup = await club.begin(PEOPLE[:4])
    await club.clocked.vacations.start(CHIYO, 3)
    for _ in range(2):
        await club.live(DAY - HOUR)
        await club.play_opening(cup, without=CHIYO)
        cup = await club.keep(cup.number)
    await club.live(3 * HOUR)
    cup = await club.keep(cup.number)
    assert cup.entrant(CHIYO.id) in cup.present
    for game in await club.begun(cup):
        if game.outcome is None and game.to_move == CHIYO:
            await club.clocked.play(game)
    await club.live(DAY - HOUR)
    cup = await club.keep(cup.number)
    assert cup.entrant(CHIYO.id) in cup.present


@pytest.mark.thorough
async def test_a_deleted_person_leaves_the_cup_and_it_goes_on_without_their_name(club: CupClub) -> None:
    cup = await club.begin(PEOPLE[:4])
    await club.play_opening(cup)
    await club.clocked.deletions.delete(CHIYO.id, "Deleted")
    before = cup
    cup = await club.keep(cup.number)
    gone = cup.entrants[2]
    assert gone.player.is_deleted
    assert gone.player.name == "Deleted"
    assert gone.left is Leaving.DELETED
    assert cup.revision > before.revision
    assert all(game.struck for game in cup.games_of(gone.player.id))
    assert len((await play_to_the_end(club, cup)).present) == 3


async def test_an_entrant_gets_what_is_stored_about_their_part_in_a_cup(club: CupClub) -> None:
    cup = await club.begin()
    text = await Exports(club.database).export(BLAISE.id)
    assert text is not None
    sent = json.loads(text.decode())
    (own,) = sent["cup_entrants"]
    assert (own["cup_id"], own["player_id"], own["position"]) == (cup.number, BLAISE.id, 1)
    assert [game["event_id"] for game in sent["games"]] == [cup.number] * 2
    # Ada set it up, and everyone else's part is theirs.
    assert "cups" not in sent


async def test_games_still_running_at_the_end_of_the_stage_are_decided(club: CupClub) -> None:
    cup = await club.begin(days=14, move_seconds=3 * 24 * 3600)
    assert cup.stage is not None
    ended = cup
    while cup.stage.ends_at > club.now:
        for game in await club.begun(cup):
            if game.outcome is None:
                await club.clocked.play(game)
        await club.live(2 * DAY)
        ended = await club.keep(cup.number)
    assert ended.status is EventStatus.OVER
    assert [(game.score, game.adjudicated) for game in ended.games] == 3 * [(0.5, True)]
    for game in await club.begun(ended):
        assert (game.outcome, game.rated) == (Outcome(None, Reason.ADJUDICATION), False)


async def test_an_annulled_game_is_played_again_in_time(club: CupClub) -> None:
    cup = await club.begin()
    await club.play_opening(cup)
    await club.resign(cup, CHIYO, ADA)
    cup = await club.keep(cup.number)
    (decided,) = [game for game in cup.games if game.score is not None]
    assert decided.number is not None
    with pytest.raises(event_errors.EventMovedOnError):
        await club.cups.annul(cup.number, game=cup.running[0].number or 0, moderator=MODERATOR)
    await club.cups.annul(cup.number, game=decided.number, moderator=MODERATOR)
    annulled = await club.games.get(decided.number)
    assert annulled.outcome == Outcome(None, Reason.ANNULLED)
    log, _ = await club.clocked.moderation.log(10, page=0, size=5)
    assert [(act.kind, act.moderator.id) for act in log] == [(ActKind.ANNUL, MODERATOR.id)]
    cup = await club.keep(cup.number)
    again = next(game for game in cup.games if game.players == decided.players)
    assert again.is_running
    assert again.number != decided.number


async def annul_anyway(club: CupClub, cup: Cup, number: int, moderator: Player) -> None:
    """Have someone try to annul the result of a game at each door; they're refused at all of them."""
    game, moderation = await club.games.get(number), club.clocked.moderation
    act = await moderation.propose_annulment(game, STRANGER, None)
    for tried in (
        club.cups.check_impartial(cup, moderator.id),
        club.cups.annul(cup.number, game=number, moderator=moderator),
        moderation.propose_annulment(game, moderator, None),
        moderation.annul(replace(act, moderator=moderator)),
    ):
        with pytest.raises((event_errors.OwnEventError, OwnGameError)):
            await tried
    assert await club.games.get(number) == game


@pytest.mark.thorough
async def test_no_one_annuls_games_of_a_cup_that_they_have_joined(club: CupClub) -> None:
    cup = await club.begin(PEOPLE[:5])
    await club.play_opening(cup)
    await club.resign(cup, BLAISE, ADA)
    cup = await club.keep(cup.number)
    (decided,) = [game.number for game in cup.games if game.score is not None]
    assert decided is not None
    cup = await club.cups.leave(cup.number, player_id=DORA.id)
    for moderator in (ADA, BLAISE, CHIYO, DORA):
        await annul_anyway(club, cup, decided, moderator)
    await club.cups.check_impartial(cup, STRANGER.id)
    await club.cups.annul(cup.number, game=decided, moderator=STRANGER)
    assert (await club.games.get(decided)).outcome == Outcome(None, Reason.ANNULLED)


async def test_no_one_removes_those_whom_they_play_against(club: CupClub) -> None:
    cup = await club.begin()
    await club.play_opening(cup)
    with pytest.raises(event_errors.OwnRivalError):
        await club.cups.remove(cup.number, ADA, guild_id=10, player_id=BLAISE.id)
    cup = await club.cups.remove(cup.number, MODERATOR, guild_id=10, player_id=BLAISE.id)
    assert BLAISE.id not in [entrant.player.id for entrant in cup.playing]


@pytest.mark.thorough
async def test_whoever_cancels_a_cup_that_they_play_in_still_plays_rated_games(club: CupClub) -> None:
    cup = await club.begin()
    await club.play_opening(cup)
    games = await club.begun(cup)
    for game in games:
        await club.clocked.players.have_board(game.number, HERE, game.number)
    await club.cups.cancel(cup.number, ADA, guild_id=10)
    await club.keep(cup.number)
    for game in [await club.games.get(game.number) for game in games]:
        assert (game.rated, game.event) == (ADA in (game.white, game.black), None)
    own = next(game for game in games if ADA in (game.white, game.black))
    await acts.resign(club.games, own.number, player_id=ADA.id)
    assert (await club.games.get(own.number)).rating_changes


async def test_the_games_of_a_canceled_cup_go_on_as_casual(club: CupClub) -> None:
    cup = await club.begin()
    await club.play_opening(cup)
    *posted, unposted = await club.begun(cup)
    for game in posted:
        await club.clocked.players.have_board(game.number, HERE, game.number)
    await club.cups.cancel(cup.number, MODERATOR, guild_id=10)
    cup = await club.keep(cup.number)
    assert (cup.status, cup.unsettled, cup.due_at) == (EventStatus.CANCELED, False, None)
    for game in posted:
        casual = await club.games.get(game.number)
        assert (casual.outcome, casual.rated, casual.event) == (None, False, None)
    assert (await club.games.get(unposted.number)).outcome == Outcome(None, Reason.ABORTED)
    with pytest.raises(event_errors.EventEndedError):
        await club.cups.cancel(cup.number, MODERATOR, guild_id=10)


@pytest.mark.thorough
async def test_a_moderator_cancels_a_paused_cup_without_waiting_for_its_channel(club: CupClub) -> None:
    cup = await club.cups.lose_card(await club.begin(), 0)
    assert not (await club.cups.cancel(cup.number, MODERATOR, guild_id=10)).was_given_up


@pytest.mark.thorough
@outcomes("the server removes the bot during a cup", ("open", "running"), "it's paused until the bot is back")
async def test_a_server_that_removes_the_bot_pauses_its_cups(club: CupClub, state: str) -> None:
    cup = await (club.open() if state == "open" else club.begin())
    servers = RemovedServers(club.database, club.clock)
    await stay_in(servers)
    assert (await club.cups.get(cup.number)).paused_at == club.now
    club.clock.move(2 * DAY)
    await stay_in(servers, 10)
    resumed = await club.cups.get(cup.number)
    assert resumed.paused_at is None
    ends = [stage.ends_at + 2 * DAY for stage in cup.stages]
    assert [stage.ends_at for stage in resumed.stages] == ends
    await stay_in(servers)
    await club.live(7 * DAY)
    canceled = await club.cups.advance(cup.number)
    assert canceled.status is EventStatus.CANCELED
    assert canceled.was_given_up


async def test_a_cup_with_a_shown_card_is_not_due_until_something_happens(club: CupClub) -> None:
    cup = await club.begin()
    await club.play_opening(cup)
    posted = await club.cups.put_card(cup, 0, channel_id=20, message_id=5)
    told = await club.cups.note(posted, lambda each, _: event_changes.tell(each, 0, 1))
    shown = await club.cups.note(told, lambda each, now: event_changes.show(each, 0, cup.revision, now))
    assert shown.stage is not None
    assert await club.cups.due(5) == []
    await club.resign(cup, CHIYO, ADA)
    changed = await club.keep(cup.number)
    assert changed.revision > cup.revision
    assert await club.cups.due(5) == []
    await club.live(timedelta(minutes=1))
    assert await club.cups.due(5) == [cup.number]


async def test_everyone_is_called_once_unless_discord_would_notice_a_repetition(club: CupClub) -> None:
    cup = await club.begin()
    for _ in range(2):
        cup = await club.cups.note(cup, lambda each, now: event_changes.begin_call(each, 0, now))
        assert club.cups.may_call(cup, 0)
    await club.live(2 * REPEATABLE)
    cup = await club.cups.note(cup, lambda each, now: event_changes.begin_call(each, 0, now))
    assert not club.cups.may_call(cup, 0)
    assert club.cups.may_call(await club.cups.note(cup, lambda each, _: event_changes.drop_call(each, 0)), 0)


async def open_full(club: CupClub, people: Sequence[Player]) -> Cup:
    """Return a cup that has started because so many have joined."""
    cup = await club.open(people, starts_at=None, wanted=len(people), double=True)
    return await club.keep(cup.number)


@pytest.mark.thorough
async def test_someone_plays_at_most_twenty_games_of_cups_at_a_time(club: CupClub) -> None:
    first, second, third = [await open_full(club, PEOPLE) for _ in range(3)]
    async with club.database.reading() as connection:
        counts = await events.count_running_games(connection, [player.id for player in PEOPLE])
    assert set(counts.values()) == {20}
    assert third.unstarted
    await club.play_opening(first)
    first = await club.cups.get(first.number)
    await acts.resign(club.games, first.running[0].number or 0, player_id=first.running[0].white)
    await club.live(HOUR)
    after = await club.keep(third.number)
    assert len(after.unstarted) < len(third.unstarted)
    assert not second.unstarted


async def test_two_processes_begin_each_game_once(club: CupClub) -> None:
    cup = await club.open(PEOPLE[:4])
    await club.live(DAY)
    await club.cups.advance(cup.number)
    other = CupClub(club.database, club.clock)
    processes = (club.cups, other.cups)
    begun = [await cups.begin_next(cup.number) for cups in 2 * processes]
    assert len({game.number for game in begun if game is not None}) == 4
    pairs = {frozenset((game.white.id, game.black.id)) for game in begun if game is not None}
    assert len(pairs) == 4


@pytest.mark.thorough
async def test_many_who_click_at_the_same_time_all_count(club: CupClub) -> None:
    cup = await club.open(())
    others = [CupClub(club.database, club.clock) for _ in PEOPLE]
    await asyncio.gather(
        *(other.cups.join(cup, person) for other, person in zip(others, PEOPLE, strict=True))
    )
    await club.live(DAY)
    cup = await club.keep(cup.number)
    assert len(cup.running) == 15
    await club.play_opening(cup)
    await asyncio.gather(
        *(
            acts.resign(club.games, game.number, player_id=game.white.id)
            for game in (await club.begun(cup))[:9]
        ),
        *(other.cups.advance(cup.number) for other in others),
        others[0].cups.leave(cup.number, player_id=EMIL.id),
    )
    cup = await club.keep(cup.number)
    assert all(game.is_settled for game in [*cup.games[:9], *cup.games_of(EMIL.id)])
    entrant = cup.entrant(EMIL.id)
    assert entrant is not None
    assert entrant.left is Leaving.LEFT
    assert all(game.score == 0 or game.struck or game.forfeited for game in cup.games[:9])

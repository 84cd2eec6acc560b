"""Rated games change ratings, once in each of their pools."""

import asyncio

import pytest

from bot.matches.match.match import Match
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Place, Player
from bot.matches.values.standings import RatingChange
from engine import Ruleset
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, DAY, Clocked

HERE, OUTSIDE = Place(10, 20), Place(None, 30)


async def begin(
    clocked: Clocked,
    place: Place = HERE,
    opponent: Player = BLAISE,
    *,
    rated: bool = True,
    moves: int = 4,
    ruleset: Ruleset = Ruleset.PYRGA,
) -> Match:
    terms = Terms(ruleset, ColorChoice.WHITE, "en-GB", rated=rated, move_seconds=int(DAY.total_seconds()))
    challenge = await clocked.challenges.propose(place, ADA, opponent, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, opponent, message_id=1)
    for _ in range(moves):
        game = await clocked.play(game)
    return game


def points(game: Match) -> list[tuple[int, int, int]]:
    return [(one.player_id, round(one.before), round(one.after)) for one in game.rating_changes]


async def test_a_rated_game_changes_both_ratings(clocked: Clocked) -> None:
    game = await begin(clocked)
    assert game.rating_changes == ()
    ended = await clocked.games.resign(game.number, player_id=ADA.id)
    assert points(ended) == [(ADA.id, 1500, 1259), (BLAISE.id, 1500, 1741)]
    assert await clocked.games.get(game.number) == ended


async def test_the_next_game_continues_from_there_and_an_old_rating_counts_for_less(clocked: Clocked) -> None:
    await clocked.games.resign((await begin(clocked)).number, player_id=ADA.id)
    soon = await clocked.games.resign((await begin(clocked)).number, player_id=BLAISE.id)
    assert [round(change.before) for change in soon.rating_changes] == [1259, 1741]
    risen = soon.rating_changes[0].after - soon.rating_changes[0].before
    assert risen > 162
    clocked.clock.move(400 * DAY)
    late = await clocked.games.resign((await begin(clocked, opponent=CHIYO)).number, player_id=ADA.id)
    assert late.rating_changes[0].before == soon.rating_changes[0].after


async def test_casual_games_and_games_without_a_result_change_nothing(clocked: Clocked) -> None:
    casual = await begin(clocked, rated=False)
    assert (await clocked.games.resign(casual.number, player_id=ADA.id)).rating_changes == ()
    early = await begin(clocked, moves=1)
    assert (await clocked.players.cancel(early.number, ADA.id)).rating_changes == ()
    rated = await clocked.games.resign((await begin(clocked)).number, player_id=ADA.id)
    assert [round(change.before) for change in rated.rating_changes] == [1500, 1500]


async def test_every_server_has_ratings_of_its_own(clocked: Clocked) -> None:
    for place in (HERE, Place(11, 21)):
        ended = await clocked.games.resign((await begin(clocked, place)).number, player_id=ADA.id)
        assert points(ended) == [(ADA.id, 1500, 1259), (BLAISE.id, 1500, 1741)]


async def test_every_game_counts_in_the_pool_of_all_games_and_those_outside_servers_only_there(
    clocked: Clocked,
) -> None:
    for place in (HERE, Place(11, 21)):
        await clocked.games.resign((await begin(clocked, place)).number, player_id=ADA.id)
    everywhere = await clocked.games.resign((await begin(clocked, OUTSIDE)).number, player_id=ADA.id)
    assert everywhere.rating_changes[0].before < 1259
    here = await clocked.games.resign((await begin(clocked, HERE)).number, player_id=ADA.id)
    assert points(here)[0][:2] == (ADA.id, 1259)


async def test_every_ruleset_has_ratings_of_its_own(clocked: Clocked) -> None:
    for ruleset in Ruleset:
        ended = await clocked.games.resign((await begin(clocked, ruleset=ruleset)).number, player_id=ADA.id)
        assert points(ended) == [(ADA.id, 1500, 1259), (BLAISE.id, 1500, 1741)]


@pytest.mark.parametrize("plies", [2, 3])
async def test_a_game_of_fewer_than_four_plies_changes_nothing(clocked: Clocked, plies: int) -> None:
    short = await begin(clocked, moves=plies)
    assert (await clocked.games.resign(short.number, player_id=ADA.id)).rating_changes == ()
    late = await begin(clocked, moves=plies)
    await clocked.live(DAY)
    await clocked.games.run_out(await clocked.due(DueKind.DEADLINE))
    await clocked.live(7 * DAY)
    await clocked.players.let_claim_lapse(await clocked.due(DueKind.CLAIM))
    ended = await clocked.games.get(late.number)
    assert ended.outcome is not None
    assert ended.rating_changes == ()


async def test_two_people_can_begin_at_most_five_rated_games_a_day(clocked: Clocked) -> None:
    for _ in range(5):
        game = await begin(clocked)
        assert game.rated
        await clocked.games.resign(game.number, player_id=ADA.id)
    assert not (await begin(clocked)).rated
    assert (await begin(clocked, opponent=CHIYO)).rated
    clocked.clock.move(DAY)
    assert (await begin(clocked)).rated


async def test_if_two_games_begin_at_the_same_time_only_one_is_the_fifth(clocked: Clocked) -> None:
    for _ in range(4):
        await clocked.games.resign((await begin(clocked)).number, player_id=ADA.id)
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True)
    here, there = [
        await clocked.challenges.propose(place, challenger, opponent, terms, opponent_is_bot=False)
        for place, challenger, opponent in ((HERE, ADA, BLAISE), (Place(11, 21), BLAISE, ADA))
    ]
    begun = await asyncio.gather(
        clocked.challenges.accept(here.number, BLAISE, message_id=1),
        clocked.challenges.accept(there.number, ADA, message_id=2),
    )
    assert sorted(game.rated for game in begun) == [False, True]


async def test_a_canceled_game_does_not_count_toward_the_five(clocked: Clocked) -> None:
    for _ in range(6):
        game = await begin(clocked, moves=0)
        assert game.rated
        await clocked.players.cancel(game.number, ADA.id)


async def test_two_games_that_end_at_the_same_time_both_count(clocked: Clocked) -> None:
    one, other = await begin(clocked), await begin(clocked, opponent=CHIYO)
    ended = await asyncio.gather(
        clocked.games.resign(one.number, player_id=ADA.id),
        clocked.games.resign(other.number, player_id=ADA.id),
    )
    mine = sorted((game.rating_changes[0] for game in ended), key=_before, reverse=True)
    assert mine[0].before == 1500
    assert mine[1].before == mine[0].after


def _before(change: RatingChange) -> float:
    return change.before

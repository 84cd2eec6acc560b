"""Rated games change ratings, once in each of their pools."""

import asyncio
from itertools import product
from operator import attrgetter

import pytest

from bot.use_cases.games.storing import MOST_RATED
from bot.use_cases.standings.ratings import recompute
from bot.values.game.game import Game
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, OUTSIDE, THERE, Clocked


async def begin(
    clocked: Clocked,
    place: Place = HERE,
    opponent: Player = BLAISE,
    *,
    rated: bool = True,
    moves: int = 4,
    ruleset: Ruleset = Ruleset.PYRGA,
) -> Game:
    seconds = int(DAY.total_seconds())
    game = await clocked.agree(opponent, place, rated=rated, ruleset=ruleset, move_seconds=seconds)
    return await clocked.play(game, moves)


def points(game: Game) -> list[tuple[int, int, int]]:
    return [(one.player_id, round(one.before), round(one.after)) for one in game.rating_changes]


async def test_a_rated_game_changes_both_ratings(clocked: Clocked) -> None:
    game = await begin(clocked)
    assert game.rating_changes == ()
    ended = await clocked.resign(game, ADA)
    assert points(ended) == [(ADA.id, 1500, 1259), (BLAISE.id, 1500, 1741)]
    assert await clocked.games.get(game.number) == ended


@pytest.mark.thorough
async def test_the_next_game_continues_from_there_and_an_old_rating_counts_for_less(clocked: Clocked) -> None:
    await clocked.resign(await begin(clocked), ADA)
    soon = await clocked.resign(await begin(clocked), BLAISE)
    assert [round(change.before) for change in soon.rating_changes] == [1259, 1741]
    risen = soon.rating_changes[0].after - soon.rating_changes[0].before
    assert risen > 162
    clocked.clock.move(400 * DAY)
    late = await clocked.resign(await begin(clocked, opponent=CHIYO), ADA)
    assert late.rating_changes[0].before == soon.rating_changes[0].after


async def test_casual_games_and_games_without_a_result_change_nothing(clocked: Clocked) -> None:
    casual = await begin(clocked, rated=False)
    assert (await clocked.resign(casual, ADA)).rating_changes == ()
    early = await begin(clocked, moves=1)
    assert (await clocked.players.cancel(early.number, ADA.id)).rating_changes == ()
    rated = await clocked.resign(await begin(clocked), ADA)
    assert [round(change.before) for change in rated.rating_changes] == [1500, 1500]


@pytest.mark.thorough
async def test_every_server_and_ruleset_has_ratings_of_its_own(clocked: Clocked) -> None:
    for place, ruleset in product((HERE, THERE), Ruleset):
        clocked.clock.move(DAY)
        ended = await clocked.resign(await begin(clocked, place, ruleset=ruleset), ADA)
        assert points(ended) == [(ADA.id, 1500, 1259), (BLAISE.id, 1500, 1741)]


async def test_every_game_counts_in_the_pool_of_all_games_and_those_outside_servers_only_there(
    clocked: Clocked,
) -> None:
    for place in (HERE, THERE):
        await clocked.resign(await begin(clocked, place), ADA)
    everywhere = await clocked.resign(await begin(clocked, OUTSIDE), ADA)
    assert everywhere.rating_changes[0].before < 1259
    here = await clocked.resign(await begin(clocked, HERE), ADA)
    assert points(here)[0][:2] == (ADA.id, 1259)


@pytest.mark.thorough
async def test_two_people_can_begin_at_most_five_rated_games_a_day(clocked: Clocked) -> None:
    for _ in range(5):
        game = await begin(clocked)
        assert game.rated
        await clocked.resign(game, ADA)
    assert not (await begin(clocked)).rated
    assert (await begin(clocked, opponent=CHIYO)).rated
    clocked.clock.move(DAY)
    assert (await begin(clocked)).rated


async def test_a_canceled_game_does_not_count_toward_the_five(clocked: Clocked) -> None:
    for _ in range(6):
        game = await begin(clocked, moves=0)
        assert game.rated
        await clocked.players.cancel(game.number, ADA.id)


async def test_two_games_that_end_at_the_same_time_both_count(clocked: Clocked) -> None:
    one, other = await begin(clocked), await begin(clocked, opponent=CHIYO)
    ended = await asyncio.gather(clocked.resign(one, ADA), clocked.resign(other, ADA))
    first, second = sorted((game.rating_changes[0] for game in ended), key=attrgetter("before"), reverse=True)
    assert (first.before, second.before) == (1500, first.after)


@pytest.mark.thorough
async def test_an_annulment_changes_ratings_in_its_server_but_not_in_all_of_them(clocked: Clocked) -> None:
    games = [await clocked.resign(await begin(clocked), BLAISE) for _ in range(2)]

    async def rating(guild_id: int | None) -> float | None:
        profile = await clocked.profiles.profile(guild_id, reader_id=ADA.id, player_id=ADA.id)
        return None if profile.standing is None else profile.standing.rating

    twice = games[1].rating_changes[0].after
    once = games[0].rating_changes[0].after
    for game, here in ((games[0], once), (games[1], None)):
        await clocked.annul(game)
        assert (await rating(HERE.guild_id) if here else None, await rating(None)) == (here, twice)
        async with clocked.database.writing() as connection:
            assert await recompute(connection) == 0, "it's found again from the games"


@pytest.mark.thorough
async def test_what_is_annulled_stays_among_the_five_rated_games_of_the_day(clocked: Clocked) -> None:
    for _ in range(MOST_RATED):
        await clocked.annul(await clocked.resign(await begin(clocked), BLAISE))
    assert not (await begin(clocked)).rated

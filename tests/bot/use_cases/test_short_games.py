"""A game that ends before enough pieces were played counts nowhere, and any other one counts everywhere."""

from itertools import product

import pytest
from sqlalchemy import func, select, update

from bot.store.schema import tables
from bot.store.schema.conditions import counted, has_result
from bot.store.standings.profiles import games_that_count
from bot.use_cases.standings import badges, openings
from bot.use_cases.standings.recomputing import recompute_standings
from bot.values.errors import EmptyProfileError
from bot.values.game.game import FEWEST_COUNTED_PLIES, UNCOUNTED, Game
from engine import Color, Outcome, Reason
from tests.bot.use_cases.clocked import ADA, BLAISE, Clocked
from tests.bot.use_cases.made_games import first_moves, made_game

COUNTS = (tables.records, tables.rating_changes, tables.ratings, tables.badges, tables.opening_moves)
LENGTHS = (0, FEWEST_COUNTED_PLIES - 1, FEWEST_COUNTED_PLIES)


async def play(clocked: Clocked, plies: int) -> Game:
    """Have Ada, White, play a rated game with Blaise, who resigns after this many plies."""
    return await clocked.resign(await clocked.play(await clocked.agree(rated=True), plies), BLAISE)


async def rows(clocked: Clocked) -> set[str]:
    """Return the tables of what's added up that have rows."""
    async with clocked.database.reading() as connection:
        return {
            table.name
            for table in (*COUNTS, tables.ladder_rungs)
            if await connection.scalar(select(func.count()).select_from(table))
        }


async def check_nothing_is_wrong(clocked: Clocked) -> None:
    """Recompute everything that's added up, and see that it was right."""
    async with clocked.database.writing() as connection:
        assert await recompute_standings(connection) == (0, 0)
        assert await openings.recompute(connection) == 0
        assert await badges.recompute(connection, ()) == 0


@pytest.mark.parametrize("plies", LENGTHS)
async def test_a_game_counts_everywhere_or_nowhere(clocked: Clocked, plies: int) -> None:
    await clocked.choose_for(10, announcement_channel_id=30)
    game = await play(clocked, plies)
    counts = plies >= FEWEST_COUNTED_PLIES
    assert (game.has_result, game.is_counted) == (True, counts)
    assert await rows(clocked) == ({table.name for table in COUNTS} if counts else set())
    assert len(await clocked.announcements.due(5)) == counts
    profiles = clocked.profiles
    for guild_id in (10, None):
        versus = await profiles.versus(guild_id, reader_id=ADA.id, player_id=ADA.id, other_id=BLAISE.id)
        assert (versus.score.won, len(versus.latest)) == (counts, counts)
    if not counts:
        with pytest.raises(EmptyProfileError):
            await profiles.profile(10, reader_id=ADA.id, player_id=ADA.id, ruleset=None)
    async with clocked.database.reading() as connection:
        assert len(await games_that_count(connection, [game.number])) == counts
    await check_nothing_is_wrong(clocked)


@pytest.mark.parametrize("plies", LENGTHS)
async def test_annulling_a_game_leaves_only_ratings_in_all_servers(clocked: Clocked, plies: int) -> None:
    annulled = await clocked.annul(await play(clocked, plies))
    assert (annulled.has_result, annulled.is_counted) == (False, False)
    assert await rows(clocked) == ({"ratings", "rating_changes"} if plies >= FEWEST_COUNTED_PLIES else set())
    await check_nothing_is_wrong(clocked)


@pytest.mark.parametrize("plies", LENGTHS)
async def test_a_short_win_over_the_computer_is_not_on_the_ladder(clocked: Clocked, plies: int) -> None:
    game = await clocked.play(await clocked.begin_with_computer(), plies)
    await clocked.resign(game, game.black)
    assert ("ladder_rungs" in await rows(clocked)) == (plies >= FEWEST_COUNTED_PLIES)
    await check_nothing_is_wrong(clocked)


async def test_the_store_and_a_match_agree_on_what_counts(clocked: Clocked) -> None:
    number = (await play(clocked, 0)).number
    for reason, plies in product(Reason, range(FEWEST_COUNTED_PLIES + 2)):
        winner = None if reason in {Reason.DRAW, Reason.AGREEMENT, *UNCOUNTED} else Color.WHITE
        game = made_game(ADA, BLAISE, first_moves(plies), outcome=Outcome(winner, reason))
        async with clocked.database.writing() as connection:
            stored = update(tables.games).where(tables.games.c.id == number)
            await connection.execute(stored.values(reason=reason.value, plies=plies))
            said = (await connection.execute(select(has_result(), counted()))).one()
        assert tuple(map(bool, said)) == (game.has_result, game.is_counted), (reason, plies)
    assert not made_game(ADA, BLAISE, first_moves(FEWEST_COUNTED_PLIES)).is_counted

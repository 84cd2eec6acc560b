"""Hundreds of rated games of the same few players end together, on connections of several processes."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from random import Random

import pytest
from sqlalchemy import insert, select

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import guilds, players, ratings, records
from bot.use_cases.games import storing
from bot.use_cases.games.games import Games
from bot.use_cases.standings.ratings import recompute
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.glicko import NEW, RatedResult, Rating, rated
from bot.values.players import Place, Player
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.made_games import first_moves, made_game

pytestmark = pytest.mark.thorough

GUILD = 10
HERE = Place(GUILD, 20)
PLAYERS = range(101, 111)
ENDINGS, CONNECTIONS = 200, 8


@pytest.fixture
async def databases(postgresql: str, database: Database) -> AsyncIterator[list[Database]]:
    """Yield the database, as several processes have it open."""
    del database
    url = Settings(database_url=postgresql).database()
    opened = [Database(url) for _ in range(CONNECTIONS)]
    yield opened
    for each in opened:
        await each.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_many_games_that_end_at_the_same_time_each_count_once_and_none_waits_forever(
    databases: list[Database],
) -> None:
    losers = await begin_games(databases[0])
    ended = [
        game
        for several in await asyncio.gather(*(end_games(database, losers) for database in databases))
        for game in several
    ]
    assert len(ended) == ENDINGS
    async with databases[0].reading() as connection:
        rows = (await connection.execute(select(ratings).where(ratings.c.pool == GUILD))).all()
        counted = (await connection.execute(select(records).where(records.c.pool == GUILD))).all()
    stored = {row.player_id: Rating(row.rating, row.deviation, row.volatility) for row in rows}
    assert stored == rated_in_order(ended)
    for player in PLAYERS:
        own = [row for row in counted if row.player_id == player]
        won, lost = (sum(row.games for row in own if row.result == result) for result in ("win", "loss"))
        assert (won, lost) == results_in(ended, player)
    async with databases[0].writing() as connection:
        assert await recompute(connection) == 0


async def begin_games(database: Database) -> dict[int, int]:
    """Start rated games between pairs of the players; return who will lose each, by the games' numbers."""
    random, now = Random(7), StandingClock().now()
    pairs = [random.sample(PLAYERS, 2) for _ in range(ENDINGS)]
    async with database.writing() as connection:
        await connection.execute(insert(guilds).values(id=GUILD, created_at=now))
        await connection.execute(
            insert(players), [{"id": player, "name": str(player), "created_at": now} for player in PLAYERS]
        )
        for pair in pairs:
            await storing.begin(connection, rated_game(*pair), now)
    return {number: random.choice(pair) for number, pair in enumerate(pairs, start=1)}


def rated_game(white: int, black: int) -> Game:
    """Return a game with the minimum number of moves for it to be rated."""
    moves = first_moves(FEWEST_COUNTED_PLIES)
    return made_game(Player(white, str(white)), Player(black, str(black)), moves, place=HERE, rated=True)


async def end_games(database: Database, losers: dict[int, int]) -> list[Game]:
    """Have someone resign in one game after another until none are left; return the games as they ended."""
    playing, ended = Games(database, StandingClock()), []
    while losers:
        number, loser = losers.popitem()
        ended.append(await acts.resign(playing, number, player_id=loser))
    return ended


def rated_in_order(ended: list[Game]) -> Mapping[int, Rating]:
    """Return the ratings after these games, each rated after the games that it says came before it."""
    found = dict.fromkeys(PLAYERS, NEW)
    left = list(ended)
    while left:
        game = next(game for game in left if follows(game, found))
        white, black = found[game.white.id], found[game.black.id]
        won = float(game.winner == game.white)
        found[game.white.id] = rated(white, [RatedResult(black, won)], 0.0)
        found[game.black.id] = rated(black, [RatedResult(white, 1 - won)], 0.0)
        left.remove(game)
    return found


def results_in(ended: list[Game], player: int) -> tuple[int, int]:
    """Return how many of these games a player has won, and lost."""
    won = [game.winner is not None and game.winner.id == player for game in ended if game.color_of(player)]
    return sum(won), len(won) - sum(won)


def follows(game: Game, found: Mapping[int, Rating]) -> bool:
    """Return whether both players of a game had these ratings before it."""
    return all(change.before == found[change.player_id].rating for change in game.rating_changes)

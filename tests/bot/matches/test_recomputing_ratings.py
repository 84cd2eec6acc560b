"""The ratings computed from all games are those that the games left behind one by one."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import delete, insert, select, update

from bot.matches.games.games import Games
from bot.matches.standings.ratings import recompute
from bot.matches.values.games import FEWEST_RATED_PLIES
from bot.store.connections.database import Database
from bot.store.schema.tables import games, guilds, moves, players, rated_games, rating_changes, ratings
from engine import Position, Ruleset
from tests.bot.clocks import StandingClock

GUILDS = (10, 11, None)
PLAYERS = range(101, 109)


@pytest.mark.parametrize("count", [60, pytest.param(2_000, marks=pytest.mark.soak)])
async def test_computing_all_ratings_again_changes_none(
    database: Database, clock: StandingClock, count: int
) -> None:
    await play(database, clock, count)
    before = await stored(database)
    assert before["ratings"]
    assert await recomputed(database) == 0
    assert await stored(database) == before


async def test_wrong_missing_and_extra_rows_are_corrected(database: Database, clock: StandingClock) -> None:
    await play(database, clock, 40)
    right = await stored(database)
    async with database.writing() as connection:
        rated = (await connection.scalars(select(rated_games.c.game_id))).all()
        unrated = await connection.scalar(select(games.c.id).where(games.c.id.not_in(rated)).limit(1))
        await connection.execute(update(ratings).where(ratings.c.player_id == 101).values(rating=9.0))
        await connection.execute(delete(rating_changes).where(rating_changes.c.game_id == rated[3]))
        change = {"pool": 0, "player_id": 101, "before": 1.0, "after": 2.0, "deviation": 3.0}
        await connection.execute(insert(rating_changes).values(game_id=unrated, **change))
    assert await recomputed(database) > 0
    assert await stored(database) == right


async def recomputed(database: Database) -> int:
    async with database.writing() as connection:
        return await recompute(connection)


async def stored(database: Database) -> dict[str, Sequence[object]]:
    """All ratings, and all changes of ratings."""
    async with database.reading() as connection:
        return {
            table.name: (await connection.execute(select(table).order_by(*table.primary_key))).all()
            for table in (ratings, rating_changes)
        }


async def play(database: Database, clock: StandingClock, count: int) -> None:
    """Begin games of all kinds, and end them in random order with hours or weeks in between."""
    random = Random(11)
    async with database.writing() as connection:
        now = clock.now()
        servers = [{"id": guild, "created_at": now} for guild in GUILDS if guild]
        people = [{"id": player, "name": str(player), "created_at": now} for player in PLAYERS]
        await connection.execute(insert(guilds), servers)
        await connection.execute(insert(players), people)
        rows = [game_row(number, random, now) for number in range(1, count + 1)]
        await connection.execute(insert(games), rows)
        await connection.execute(insert(moves), [each for row in rows for each in move_rows(row, random)])
    playing = Games(database, clock)
    for row in random.sample(rows, count):
        clock.move(random.choice((timedelta(), timedelta(hours=5), timedelta(days=40))))
        await playing.resign(int(str(row["id"])), int(str(random.choice((row["white_id"], row["black_id"])))))


def game_row(number: int, random: Random, now: datetime) -> dict[str, object]:
    """A running game between two of the players, usually rated."""
    white, black = random.sample(PLAYERS, 2)
    return {
        "id": number,
        "guild_id": random.choice(GUILDS),
        "channel_id": 20,
        "message_id": number,
        "white_id": white,
        "white_name": str(white),
        "black_id": black,
        "black_name": str(black),
        "ruleset": random.choice(list(Ruleset)).value,
        "language": "en-GB",
        "status": "active",
        "revision": 0,
        "rated": random.random() < 0.9,
        "created_at": now,
    }


def move_rows(game: dict[str, object], random: Random) -> list[dict[str, object]]:
    """The first moves of a game, sometimes too few to rate it."""
    position, rows = Position.start(Ruleset(str(game["ruleset"]))), []
    for ply in range(random.choice((FEWEST_RATED_PLIES - 1, FEWEST_RATED_PLIES, FEWEST_RATED_PLIES + 1))):
        move = position.legal_moves[0]
        row = {"game_id": game["id"], "ply": ply, "move": str(move), "revision": 0}
        rows.append(row | {"played_at": game["created_at"]})
        position = position.play(move)
    return rows

"""The ratings recomputed from all games are the ones that resulted game by game."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Row, delete, insert, select, update

from bot.store.connections.database import Database
from bot.store.schema.tables import games, guilds, players, rating_changes, rating_events, ratings
from bot.use_cases.games import storing
from bot.use_cases.games.games import Games
from bot.use_cases.privacy import Deletions
from bot.use_cases.servers import Moderation
from bot.use_cases.standings.ratings import Ratings, recompute
from bot.use_cases.standings.seasons import Seasons
from bot.values.game import endings
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.made_games import first_moves, made_game

pytestmark = pytest.mark.thorough

GUILDS = (10, 11, None)
PLAYERS = range(101, 109)


@pytest.mark.parametrize("count", [60, pytest.param(2_000, marks=pytest.mark.soak)])
async def test_recomputing_all_ratings_changes_none_no_matter_what_happened(
    database: Database, clock: StandingClock, count: int
) -> None:
    await play(database, clock, count)
    await settle(database)
    before = await stored(database)
    assert before["ratings"]
    assert await recomputed(database) == 0
    assert await stored(database) == before


async def test_many_games_are_rerated_a_few_at_a_time_while_others_end(
    database: Database, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.use_cases.standings.ratings._SOME", 2)
    await play(database, clock, 60, eventful=False, ended=50)
    async with database.reading() as connection:
        events = (await connection.execute(select(rating_events).order_by(rating_events.c.id))).all()
        running = (await connection.scalars(select(games.c.id).where(games.c.status == "active"))).all()
    often, _ = Counter(event.ruleset for event in events).most_common(1)[0]
    first = next(event.game_id for event in events if event.ruleset == often)
    await annul(database, clock, first)
    transactions = 0
    for number in running:
        game = await Games(database, clock).get(number)
        await acts.resign(Games(database, clock), number, player_id=game.white.id)
        transactions += await Ratings(database).rerate_some()
    assert transactions + await settle(database) > 3
    assert await recomputed(database) == 0


async def test_wrong_missing_and_extra_rows_are_corrected(database: Database, clock: StandingClock) -> None:
    await play(database, clock, 40)
    await settle(database)
    right = await stored(database)
    async with database.writing() as connection:
        rated = (await connection.scalars(select(rating_events.c.game_id).order_by(rating_events.c.id))).all()
        await connection.execute(update(ratings).where(ratings.c.player_id == 101).values(rating=9.0))
        await connection.execute(delete(rating_changes).where(rating_changes.c.game_id == rated[3]))
        extra = select(rating_changes).where(rating_changes.c.game_id == rated[5]).limit(1)
        row = (await connection.execute(extra)).one()._asdict()
        await connection.execute(insert(rating_changes).values(row | {"pool": 999}))
    assert await recomputed(database) > 0
    assert await stored(database) == right


async def recomputed(database: Database) -> int:
    async with database.writing() as connection:
        return await recompute(connection)


async def stored(database: Database) -> dict[str, Sequence[Row[Any]]]:
    """Return all ratings, and all changes of ratings."""
    async with database.reading() as connection:
        return {
            table.name: (await connection.execute(select(table).order_by(*table.primary_key))).all()
            for table in (ratings, rating_changes)
        }


async def settle(database: Database) -> int:
    """Rerate all games that have to be; return the number of transactions before the last one."""
    transactions = 0
    while await Ratings(database).rerate_some():
        transactions += 1
    return transactions


async def annul(database: Database, clock: StandingClock, number: int) -> None:
    """Annul a finished game: as a moderator if it's in a server, otherwise directly."""
    game = await Games(database, clock).get(number)
    if game.place.guild_id is None:
        await Games(database, clock).update(number, endings.annul)
        return
    moderation = Moderation(database, clock)
    act = await moderation.propose_annulment(game, Player(900, "Mod"), None)
    await moderation.annul(act)


async def play(
    database: Database, clock: StandingClock, count: int, *, eventful: bool = True, ended: int | None = None
) -> None:
    """Begin games of all kinds, and end ``ended`` of them in random order, hours or weeks apart.

    If ``eventful``, some games are annulled later, seasons start and end, and people delete their data.
    """
    random = Random(11)
    async with database.writing() as connection:
        now = clock.now()
        servers = [{"id": guild, "created_at": now} for guild in GUILDS if guild]
        people = [{"id": player, "name": str(player), "created_at": now} for player in PLAYERS]
        await connection.execute(insert(guilds), servers)
        await connection.execute(insert(players), people)
        begun = [await storing.begin(connection, new_match(random, now), now) for _ in range(count)]
    playing, over, left = Games(database, clock), list[int](), list(PLAYERS)
    deletions = Deletions(database, clock, playing, random)
    for game in random.sample(begun, ended or count):
        clock.move(random.choice((timedelta(), timedelta(hours=5), timedelta(days=40))))
        if (await playing.get(game.number)).outcome is None:
            loser = random.choice((game.white, game.black))
            await acts.resign(playing, game.number, player_id=loser.id)
        over.append(game.number)
        if eventful and len(left) > 5 and random.random() < 3 / count:
            await deletions.delete(left.pop(random.randrange(len(left))))
        if eventful and random.random() < 0.1:
            await annul(database, clock, over.pop(random.randrange(len(over))))
        if eventful and random.random() < 0.1:
            await start_or_end_season(database, clock, random.choice([guild for guild in GUILDS if guild]))


async def start_or_end_season(database: Database, clock: StandingClock, guild_id: int) -> None:
    """End the season of a server, or start one if none is running."""
    seasons = Seasons(database, clock)
    if await seasons.running(guild_id) is None:
        await seasons.start(guild_id)
    else:
        await seasons.end(guild_id)


def new_match(random: Random, now: datetime) -> Game:
    """Return a game between two of the players, usually rated, and sometimes with too few moves for that."""
    white, black = (Player(player, str(player)) for player in random.sample(PLAYERS, 2))
    ruleset = random.choice(list(Ruleset))
    plies = random.choice((FEWEST_COUNTED_PLIES - 1, FEWEST_COUNTED_PLIES, FEWEST_COUNTED_PLIES + 1))
    return made_game(
        white,
        black,
        first_moves(plies, ruleset),
        place=Place(random.choice(GUILDS), 20),
        ruleset=ruleset,
        rated=random.random() < 0.9,
        created_at=now,
    )

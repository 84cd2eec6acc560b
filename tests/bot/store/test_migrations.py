"""The tables and their history."""

from datetime import timedelta
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, column, func, insert, inspect, select, table, text
from sqlalchemy.exc import IntegrityError

from bot.matches.challenges.challenges import Challenges
from bot.matches.clocks.due import DueTimes
from bot.matches.games.games import Games
from bot.matches.standings.rerating import recompute
from bot.matches.values.challenges import ChallengeStatus, ColorChoice, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.due import Due
from bot.matches.values.games import FEWEST_RATED_PLIES
from bot.matches.values.places import Place
from bot.matches.values.players import Player, ThemeName
from bot.store.connections.database import Database
from bot.store.games.game_rows import MoveRow
from bot.store.games.games import add_move
from bot.store.review.shares import REVIEW, claim, is_shared
from bot.store.schema.indexes import metadata
from bot.store.schema.migration import downgrade, upgrade
from bot.store.schema.tables import (
    challenges,
    games,
    guilds,
    moderation_acts,
    moves,
    players,
    ratings,
)
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.store.sample_calls import GAME, fill

pytestmark = pytest.mark.thorough

FIRST_CHALLENGES = table(
    "challenges",
    *(column({"color": "colour"}.get(each.name, each.name), each.type) for each in challenges.columns),
)
"""The table of challenges before a column was renamed."""


async def test_the_migrations_build_the_tables_that_the_queries_use(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_reviews_shared_before_positions_could_be_shared_stay_shared(database: Database) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await fill(connection)
        await claim(connection, GAME, REVIEW, 5, now)
        await claim(connection, GAME, 1, 5, now)
        await connection.run_sync(downgrade, "0022")
        await connection.run_sync(upgrade)
        assert await is_shared(connection, GAME, REVIEW, 5)
        assert not await is_shared(connection, GAME, 1, 5)


@pytest.mark.default
async def test_every_migration_can_be_undone_and_done_again(database: Database) -> None:
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "base")
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert names == ["alembic_version"]
        await connection.run_sync(upgrade)


async def test_games_in_the_first_form_survive_all_migrations_and_the_way_back(database: Database) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        await connection.execute(insert(games).values(**game_row(4)))
        move = MoveRow(game_id=4, ply=0, move="Sb2", revision=0)
        await add_move(connection, move, now)
    await database.migrate()
    game = await Games(database, StandingClock()).get(4)
    assert (game.position.ply, game.theme, game.language) == (1, ThemeName.AEGEAN, "fr")
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        assert (await connection.execute(select(func.count()).select_from(moves))).scalar_one() == 1
        await connection.run_sync(upgrade)


async def test_challenges_in_the_first_form_survive_all_migrations_and_the_way_back(
    database: Database,
) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        for status in ("open", "accepted", "declined"):
            await connection.execute(insert(FIRST_CHALLENGES).values(**challenge_row(status)))
        await connection.execute(insert(games).values(**game_row(4), challenge_id=2))
    await database.migrate()

    stored = Challenges(database, StandingClock(), Random(1))
    opened = await stored.get(1)
    assert (opened.status, opened.expires_at) == (ChallengeStatus.OPEN, now + timedelta(days=3))
    assert (await stored.get(3)).status is ChallengeStatus.DECLINED
    assert (await stored.accepted_game(2)).number == 4
    assert await stored.expire(Due(1, DueKind.CHALLENGE, opened.expires_at, 1)) is None
    clock = StandingClock()
    clock.move(timedelta(days=3))
    (due,) = await DueTimes(database, clock).overdue(10)
    assert await Challenges(database, clock, Random(1)).expire(due) is not None
    to_all = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "fr")
    await Challenges(database, clock, Random(1)).propose_to_all(Place(1, 5), Player(102, "x"), to_all)

    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        left = await connection.execute(
            select(challenges.c.id, challenges.c.status).order_by(challenges.c.id)
        )
        assert left.all() == [(1, "cancelled"), (2, "accepted"), (3, "declined")]
        assert (await connection.execute(select(games.c.challenge_id))).scalar_one() == 2
        with pytest.raises(IntegrityError):
            async with connection.begin_nested():
                await connection.execute(insert(FIRST_CHALLENGES).values(**challenge_row("expired")))
        await connection.run_sync(upgrade)
    assert (await stored.accepted_game(2)).number == 4


async def test_on_the_way_back_anything_outside_servers_is_deleted_and_the_rest_stays(
    database: Database,
) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        await connection.execute(insert(games).values(**game_row(4)))
        await connection.execute(insert(games).values(**{**game_row(5), "guild_id": None}))
        for number in (4, 5):
            await add_move(connection, MoveRow(game_id=number, ply=0, move="Sb2", revision=0), now)
    assert (await Games(database, StandingClock()).get(5)).place == Place(None, 5)

    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0010")
        assert (await connection.execute(select(moves.c.game_id))).scalars().all() == [4]
        with pytest.raises(IntegrityError):
            async with connection.begin_nested():
                await connection.execute(insert(games).values(**{**game_row(6), "reason": "stuck"}))
        await connection.run_sync(upgrade)
    assert (await Games(database, StandingClock()).get(4)).place == Place(1, 5)


async def test_games_that_ended_with_their_server_are_no_longer_blamed_on_a_moderator(
    database: Database,
) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0017")
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        for number in (4, 5):
            ended = {**game_row(number), "status": "finished", "reason": "annulled"}
            await connection.execute(insert(games).values(**ended))
        act = {"guild_id": 1, "moderator_id": 102, "kind": "annul", "game_id": 4, "proposed_at": now}
        await connection.execute(insert(moderation_acts).values(**act, done_at=now))
        await connection.run_sync(upgrade)
        reasons = select(games.c.reason).order_by(games.c.id)
        assert (await connection.execute(reasons)).scalars().all() == ["annulled", "abandoned"]
        await connection.run_sync(downgrade, "0017")
        assert (await connection.execute(reasons)).scalars().all() == ["annulled", "annulled"]
        # The tests share the tables, and even deleted rows change PostgreSQL's plans, so these are created
        # again.
        await connection.run_sync(downgrade, "base")
        await connection.run_sync(upgrade)


async def test_ratings_from_before_there_were_pools_are_recomputed(database: Database) -> None:
    now = StandingClock().now()
    ended = {"status": "finished", "winner": "white", "reason": "resignation", "finished_at": now}
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0018")
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        for number, plies in ((4, FEWEST_RATED_PLIES), (5, FEWEST_RATED_PLIES - 1)):
            await connection.execute(insert(games).values({**game_row(number), **ended, "rated": True}))
            for ply in range(plies):
                await add_move(connection, MoveRow(game_id=number, ply=ply, move="Sb2", revision=0), now)
    await database.migrate(recompute)

    async with database.reading() as connection:
        rows = (await connection.execute(select(ratings).order_by(*ratings.primary_key))).all()
    assert [(row.pool, row.ruleset, row.player_id, round(row.rating)) for row in rows] == [
        (pool, "pyrga", player, rating) for pool in (0, 1) for player, rating in ((102, 1741), (103, 1259))
    ]


def challenge_row(status: str) -> dict[str, object]:
    """A challenge in the first form."""
    return {
        "status": status,
        "guild_id": 1,
        "channel_id": 5,
        "challenger_id": 102,
        "opponent_id": 103,
        "ruleset": "pyrga",
        "colour": "white",
        "language": "fr",
        "created_at": StandingClock().now(),
    }


def game_row(number: int) -> dict[str, object]:
    """A game in the first form."""
    return {
        "id": number,
        "guild_id": 1,
        "channel_id": 5,
        "message_id": 6,
        "white_id": 102,
        "white_name": "x",
        "black_id": 103,
        "black_name": "y",
        "ruleset": "pyrga",
        "language": "fr",
        "status": "active",
        "revision": 1,
        "created_at": StandingClock().now(),
    }


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await database.migrate()


async def test_sqlite_commits_with_a_full_sync_in_wal_mode(database: Database) -> None:
    async with database.reading() as connection:
        if connection.dialect.name != "sqlite":
            return
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1

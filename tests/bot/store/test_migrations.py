"""The tables and their history."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, insert, inspect, select, text

from bot.matches.games import Games
from bot.matches.values import ThemeName
from bot.store.database import Database
from bot.store.games import MoveRow, add_move
from bot.store.migration import downgrade, upgrade
from bot.store.tables import games, guilds, metadata, moves, players
from tests.bot.clocks import StandingClock


async def test_the_migrations_build_the_tables_that_the_queries_use(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_every_migration_can_be_undone_and_done_again(database: Database) -> None:
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "base")
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert names == ["alembic_version"]
        await connection.run_sync(upgrade)


async def test_games_of_the_first_form_survive_every_later_one_and_the_way_back(database: Database) -> None:
    now = StandingClock().now()
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        await connection.execute(insert(guilds).values(id=1, created_at=now))
        for player in (102, 103):
            await connection.execute(insert(players).values(id=player, name="x", created_at=now))
        await connection.execute(
            insert(games).values(
                id=4,
                guild_id=1,
                channel_id=5,
                message_id=6,
                white_id=102,
                white_name="x",
                black_id=103,
                black_name="y",
                ruleset="pyrga",
                language="fr",
                status="active",
                revision=1,
                created_at=now,
            )
        )
        move = MoveRow(game_id=4, ply=0, move="Sb2", revision=0)
        await add_move(connection, move, now)
    await database.migrate()
    game = await Games(database, StandingClock()).get(4)
    assert (game.position.ply, game.theme, game.language) == (1, ThemeName.AEGEAN, "fr")
    async with database.writing() as connection:
        await connection.run_sync(downgrade, "0001")
        assert (await connection.execute(select(func.count()).select_from(moves))).scalar_one() == 1
        await connection.run_sync(upgrade)


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await database.migrate()


async def test_sqlite_commits_with_a_full_sync_in_wal_mode(database: Database) -> None:
    async with database.reading() as connection:
        if connection.dialect.name != "sqlite":
            return
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1

"""The tables and their history."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from bot.store.database import Database
from bot.store.migration import downgrade, upgrade
from bot.store.tables import metadata


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


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await database.migrate()


async def test_sqlite_commits_with_a_full_sync_in_wal_mode(database: Database) -> None:
    async with database.reading() as connection:
        if connection.dialect.name != "sqlite":
            return
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1

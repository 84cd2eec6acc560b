"""The tables and their history."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from bot.store.connections.database import Database
from bot.store.schema.indexes import metadata
from bot.store.schema.migration import run_migrations
from bot.store.schema.stored_revision import change_revision

INDEXES = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    "postgresql": "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema ORDER BY indexname",
}
"""The statements that made the indexes, with their conditions and orders, which SQLAlchemy doesn't read."""

pytestmark = pytest.mark.thorough


def built(connection: Connection) -> dict[str, object]:
    """Return everything that the database says about its tables, but not the order of their columns."""
    inspector = inspect(connection)
    found: dict[str, object] = {}
    for table in inspector.get_table_names():
        found |= {
            f"{table} columns": parts(inspector.get_columns(table)),
            f"{table} primary key": repr(inspector.get_pk_constraint(table)),
            f"{table} foreign keys": parts(inspector.get_foreign_keys(table)),
            f"{table} unique": parts(inspector.get_unique_constraints(table)),
            f"{table} checks": parts(inspector.get_check_constraints(table)),
        }
    return {**found, "indexes": [*connection.scalars(text(INDEXES[connection.dialect.name]))]}


def parts(described: Iterable[object]) -> list[str]:
    return sorted(map(repr, described))


def first_schema(dialect: str) -> list[str]:
    """Return the statements that made a database before there was any migration."""
    text_of = (Path(__file__).parent / "first_schema" / f"{dialect}.sql").read_text(encoding="utf-8")
    return [statement for statement in text_of.split(";\n") if statement.strip()]


async def test_the_migrations_build_exactly_what_a_new_database_has(database: Database) -> None:
    async with database.writing() as connection, connection.begin_nested() as undone:
        new = await connection.run_sync(built)
        await connection.run_sync(metadata.drop_all)
        for statement in first_schema(connection.dialect.name):
            await connection.execute(text(statement))
        await connection.run_sync(change_revision, "0001")
        await connection.run_sync(run_migrations)
        assert await connection.run_sync(built) == new
        await undone.rollback()


async def test_sqlite_commits_with_a_full_sync_in_wal_mode(database: Database) -> None:
    async with database.reading() as connection:
        if connection.dialect.name != "sqlite":
            return
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1

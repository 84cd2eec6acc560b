"""Which version of the tables a database has, and which one this version of the bot needs.

All of this works without Alembic, which is slow to load: most starts find the database up to date.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

MIGRATIONS = Path(__file__).parent / "migrations"

# Alembic's own table, which has one row.
_version = Table("alembic_version", MetaData(), Column("version_num", String(32)))

MIGRATION_PATIENCE = 60.0
"""Maximum number of seconds that a process waits while another one keeps an SQLite file locked."""


class MigrationTimeoutError(Exception):
    """Another process kept the database locked for longer than ``MIGRATION_PATIENCE``."""


class NewerDatabaseError(Exception):
    """The database has tables of ``revision``, which only a newer version of the bot knows."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision)
        self.revision = revision


@cache
def newest_revision() -> str:
    """The revision of the newest migration: the number at the beginning of its file's name."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def stored_revision(connection: Connection) -> str | None:
    """The revision of ``connection``'s database, or None if it has had no migration yet."""
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.scalar(select(_version.c.version_num))

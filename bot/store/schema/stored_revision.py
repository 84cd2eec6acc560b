"""Which version of the tables a database has.

This works without Alembic, which is slow to load: most starts find the database up to date.
"""

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
    update,
)

# Alembic's own table, which has one row.
_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

REVISION_TABLE = _version.name
"""The name of the table that holds the version of the others."""


def stored_revision(connection: Connection) -> str | None:
    """Return the revision of ``connection``'s database, or None if it has had no migration yet."""
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.scalar(select(_version.c.version_num))


def add_revision(connection: Connection, revision: str) -> None:
    """Store that the tables of ``connection``'s database, which are new, are at ``revision``."""
    _version.create(connection)
    connection.execute(insert(_version).values(version_num=revision))


def change_revision(connection: Connection, revision: str) -> None:
    """Store that the tables of ``connection``'s database, which has some, are at ``revision``."""
    connection.execute(update(_version).values(version_num=revision))

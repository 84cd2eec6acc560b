"""Which version of the tables a database has.

This works without Alembic, which is slow to load: most starts find the database up to date.
"""

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

# Alembic's own table, which has one row.
_version = Table("alembic_version", MetaData(), Column("version_num", String(32)))


def stored_revision(connection: Connection) -> str | None:
    """The revision of ``connection``'s database, or None if it has had no migration yet."""
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.scalar(select(_version.c.version_num))

"""Brings a database to the newest version of the tables.

Only `Database.migrate` loads this module, and only if there is something to do.
"""

from sqlalchemy import Connection, text
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.schema import revision
from bot.store.schema.indexes import metadata
from bot.store.schema.stored_revision import add_revision, stored_revision

# The key of the advisory lock under which PostgreSQL databases are migrated: "pyrga" in ASCII. It must never
# change, because processes of different versions use it to wait for each other.
_LOCK = int.from_bytes(b"pyrga")

# The operator's limits are meant for queries. A migration may take longer, and so may waiting for one.
_NO_LIMITS = text("""
    SELECT set_config(name, '0', true) FROM pg_settings
    WHERE name IN (
        'idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout', 'transaction_timeout'
    )
""")


def upgrade(connection: Connection) -> None:
    """Create the tables in ``connection``'s database if it has none, or else run every pending migration.

    If several processes do this at the same time, one migrates. The others wait until its transaction has
    ended, and then find nothing left to do.
    """
    wait_for_others(connection)
    if stored_revision(connection) is None:
        _create_tables(connection)
        add_revision(connection, revision.newest_revision())
    else:
        run_migrations(connection)


def _create_tables(connection: Connection) -> None:
    """Build what all migrations together would, as tests check, in less time."""
    for table in metadata.sorted_tables:
        connection.execute(CreateTable(table))
        # Of indexes with the same cost, both databases use the one created last, so the order is fixed.
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            connection.execute(CreateIndex(index))


def run_migrations(connection: Connection) -> None:
    """Run every migration that ``connection``'s database hasn't had."""
    # Alembic is slow to load, and a new database doesn't need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    configuration = Config(attributes={"connection": connection})
    configuration.set_main_option("script_location", str(revision.MIGRATIONS).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    command.upgrade(configuration, "head")


def wait_for_others(connection: Connection) -> None:
    """Wait until no other process is migrating; after that, others wait until this transaction ends."""
    # A writing transaction on SQLite already holds the lock of the whole file.
    if connection.dialect.name == "postgresql":
        connection.execute(_NO_LIMITS)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

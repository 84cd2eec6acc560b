"""Brings a database to the newest version of the tables.

Only `Database.migrate` loads this module, and Alembic with it, and only if there is something to migrate.
"""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from bot.store.schema.revision import MIGRATIONS

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


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run every migration up to ``revision`` that ``connection``'s database hasn't had.

    If several processes do this at the same time, one migrates. The others wait until its transaction has
    ended, and then find nothing left to do.
    """
    wait_for_others(connection)
    command.upgrade(_configuration(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Undo every migration after ``revision``; ``base`` undoes all."""
    command.downgrade(_configuration(connection), revision)


def wait_for_others(connection: Connection) -> None:
    """Wait until no other process is migrating; after that, others wait until this transaction ends."""
    # A writing transaction on SQLite already holds the lock of the whole file.
    if connection.dialect.name == "postgresql":
        connection.execute(_NO_LIMITS)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def _configuration(connection: Connection) -> Config:
    configuration = Config(attributes={"connection": connection})
    configuration.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    return configuration

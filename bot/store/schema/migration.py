"""Brings a database to the newest form of the tables.

Only `Database.migrate` loads this module, and Alembic with it, and only if there is something to migrate.
"""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from bot.store.schema.revision import MIGRATIONS

# The key of the advisory lock under which PostgreSQL databases are migrated: "pyrga" in ASCII. It must never
# change, since processes of different versions wait for each other by it.
_LOCK = int.from_bytes(b"pyrga")

# The operator's limits are meant for queries. A migration may take longer, and so may waiting for one.
_NO_LIMITS = text("""
    SELECT set_config(name, '0', true) FROM pg_settings
    WHERE name IN ('lock_timeout', 'statement_timeout', 'transaction_timeout')
""")


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run every migration up to ``revision`` that ``connection``'s database has not had.

    Of several processes that do this at once, one migrates. The others wait until its transaction has ended,
    and then find nothing left to do.
    """
    _wait_for_others(connection)
    command.upgrade(_configuration(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Undo every migration after ``revision``; ``base`` undoes all."""
    command.downgrade(_configuration(connection), revision)


def _wait_for_others(connection: Connection) -> None:
    # A writing transaction on SQLite holds the lock of the whole file already.
    if connection.dialect.name == "postgresql":
        connection.execute(_NO_LIMITS)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def _configuration(connection: Connection) -> Config:
    configuration = Config(attributes={"connection": connection})
    configuration.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    return configuration

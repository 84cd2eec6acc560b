"""Decides in a transaction what an outdated database needs, and brings it to the newest version.

Only ``Database.migrate`` loads this module, and only if there is something to do.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.schema import revision
from bot.store.schema.indexes import metadata
from bot.store.schema.revision import RunningProcessesError, needing_stop, newest_revision, pending_after
from bot.store.schema.stored_revision import add_revision, stored_revision

Recompute = Callable[[AsyncConnection], Awaitable[object]]
"""Recomputes, in a transaction, stored values that follow from other tables."""

AreOthersAlive = Callable[[AsyncConnection], Awaitable[bool]]
"""Whether other processes of the bot run with the database right now."""

BackUp = Callable[[str], Awaitable[Path]]
"""Makes a backup of a database whose tables have this version, and returns the file."""

log = structlog.get_logger(__name__)


async def migrate_outdated(
    connection: AsyncConnection,
    recompute: Recompute | None,
    are_others_alive: AreOthersAlive | None,
    back_up: BackUp | None,
) -> None:
    """Run the pending migrations once no other process is migrating; none if that process has run them."""
    await connection.run_sync(wait_for_others)
    stored = await connection.run_sync(stored_revision)
    pending = pending_after(stored)
    if not pending:
        return
    needing = needing_stop(pending)
    alive = stored is not None and are_others_alive is not None and await are_others_alive(connection)
    if alive and needing:
        raise RunningProcessesError(needing)
    backup = None
    if stored is not None:
        log.info("migrating the database, which can take minutes", before=stored, now=newest_revision())
    if stored is not None and back_up is not None:
        backup = str(await back_up(stored))
        log.info("database backed up before its migration", file=backup)
    await connection.run_sync(upgrade)
    if recompute is not None and needing:
        await recompute(connection)
    if stored is None:
        log.info("database created", now=newest_revision())
        return
    event = "database migrated, its other processes may go on" if alive else "database migrated"
    needed = [migration.revision for migration in needing]
    log.info(event, before=stored, now=newest_revision(), needing_a_stop=needed, backup=backup)


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
        for table in metadata.sorted_tables:
            connection.execute(CreateTable(table))
            # Of indexes with the same cost, both databases use the one created last, so the order is fixed.
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                connection.execute(CreateIndex(index))
        add_revision(connection, revision.newest_revision())
    else:
        run_migrations(connection)


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

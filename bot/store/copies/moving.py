"""Moves a database to an empty one, table by table."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from sqlalchemy import URL, Connection, Engine, Row, Table, create_engine, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.environment import CommandError
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE, STOPPED
from bot.store.connections.errors import reason
from bot.store.schema.migration import upgrade
from bot.store.schema.revision import moving_revision, newest_revision, remedy_for, too_new
from bot.store.schema.stored_revision import REVISION_TABLE, change_revision, stored_revision
from bot.store.schema.tables import heartbeats, metadata

GO_ON = "Nothing is lost: run the same command again to continue."
_START_OVER = "Start over with an empty TO."

_ROWS = 2000
"""Number of rows that are in memory at a time."""


def move(source: URL, target: URL, report: Callable[[str], None]) -> None:
    """Copy everything to the target, and verify it. After an interruption, calling this again resumes it.

    Each table is copied in one transaction, after those that it refers to, so one that has rows in the target
    is complete. Until all are verified, no bot starts with the target (`moving_revision`). Even the last
    heartbeat is copied, which clocks continue from. On SQLite, the caller keeps others away from both files.
    ``report`` is called with what's about to be done, in a few words.

    Raises:
        CommandError: the source can't be moved, the target isn't empty or differs from it, or one of them
            can't be used.
    """
    from_, to = _engine(source), _engine(target)
    try:
        with from_.connect() as reading:
            _check_source(reading)
            _prepare(to)
            for table in metadata.sorted_tables:
                _copy(reading, to, table, report)
        # The bot may have been started meanwhile.
        with from_.connect() as reading:
            _check_source(reading)
        _finish(to)
    except (SQLAlchemyError, ValueError) as error:
        # SQLite stores any text in a column of dates, which is then a ValueError.
        raise CommandError(f"Moving failed: {reason(error)}. {GO_ON}") from error
    finally:
        from_.dispose()
        to.dispose()


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    return create_engine(url, hide_parameters=True, isolation_level="REPEATABLE READ")


def _check_source(source: Connection) -> None:
    """Check that the database has the tables of this version, and that no bot is running with it."""
    revision = stored_revision(source)
    if revision is None:
        raise CommandError("FROM isn't a database of the bot. Check its address.")
    if revision > newest_revision():
        raise CommandError(f"{too_new('FROM', revision)} {remedy_for(revision)}")
    if revision < newest_revision():
        problem = f"FROM has version {revision} of the tables, and this version needs {newest_revision()}."
        raise CommandError(f"{problem} Start the bot with FROM once to bring them up to date, then stop it.")
    # The lock beside an SQLite file has already shown that.
    if source.dialect.name != "sqlite" and source.scalar(
        select(func.max(heartbeats.c.beat_at) > func.now() - LONGEST_HEALTHY_SILENCE).where(
            heartbeats.c.process != STOPPED
        )
    ):
        seconds = LONGEST_HEALTHY_SILENCE // timedelta(seconds=1)
        raise CommandError(f"The bot is running on FROM. Stop it; after a crash, wait {seconds} seconds.")


def _prepare(target: Engine) -> None:
    """Create the target's tables, unless an interrupted move has."""
    with target.begin() as connection:
        revision = stored_revision(connection)
        if revision == moving_revision():
            return
        if revision is not None and revision > newest_revision():
            raise CommandError(f"{too_new('TO', revision)} {_START_OVER}")
        for name in sorted(set(inspect(connection).get_table_names()) - {REVISION_TABLE}):
            if name not in metadata.tables or _count(connection, metadata.tables[name]):
                raise CommandError(f"TO isn't empty: it has {name}. Choose an empty database.")
        upgrade(connection)
        change_revision(connection, moving_revision())


def _copy(source: Connection, target: Engine, table: Table, report: Callable[[str], None]) -> None:
    """Copy a table, unless an interrupted move has, and verify the copy."""
    with target.begin() as connection:
        if not _count(connection, table):
            report(f"Copying {table.name}: {_count(source, table):,} rows")
            for rows in _batches(source, table):
                connection.execute(insert(table), [row._asdict() for row in rows])
    with target.connect() as connection:
        report(f"Verifying {table.name}")
        if _checksum(source, table) != _checksum(connection, table):
            raise CommandError(f"TO differs from FROM in {table.name}. {_START_OVER}")


def _finish(target: Engine) -> None:
    """Make the target a database like any other. New rows get numbers after those that are there."""
    with target.begin() as connection:
        if connection.dialect.name != "sqlite":
            for table in metadata.sorted_tables:
                if (column := table.autoincrement_column) is not None:
                    sequence = func.pg_get_serial_sequence(table.name, column.name)
                    connection.execute(select(func.setval(sequence, func.max(column))))
        change_revision(connection, newest_revision())
        # PostgreSQL would read far more rows than it needs until it has looked at the tables.
        connection.execute(text("ANALYZE"))


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _batches(connection: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    return connection.execute(select(table), execution_options={"yield_per": _ROWS}).partitions()


def _checksum(connection: Connection, table: Table) -> int:
    """Return the sum of the digests of the rows: databases sort texts differently."""
    return sum(_digest(row) for rows in _batches(connection, table) for row in rows)


def _digest(row: Row[Any]) -> int:
    # SQLite stores -0.0 as 0.0, which is also the sum of the two.
    values = [value + 0.0 if isinstance(value, float) else value for value in row]
    written = json.dumps(values, default=repr, sort_keys=True)
    return int.from_bytes(blake2b(written.encode(), digest_size=16).digest())

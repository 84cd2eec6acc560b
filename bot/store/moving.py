"""Moves a database to an empty one, table by table."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Row, Table, func, insert, inspect, literal, select, table, text, tuple_
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks.heartbeats import are_others_alive
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE
from bot.store.connections.database import Database
from bot.store.connections.errors import DamagedDatabaseError, UnusableDatabaseError, reason
from bot.store.schema.revision import (
    MigrationTimeoutError,
    is_moving,
    moving_revision,
    newest_revision,
    remedy_for,
    too_new,
)
from bot.store.schema.stored_revision import REVISION_TABLE, change_revision, stored_revision
from bot.store.schema.tables import metadata

SOURCE, TARGET = "FROM", "TO"
GO_ON = "Nothing is lost: run the same command again to continue."
_START_OVER = "Start over with an empty TO."

_ROWS = 2000
"""Number of rows that are read at a time."""


class MoveError(Exception):
    """The database can't be moved. Its text says why, and what to do about it."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")


async def move(source: Database, target: Database, report: Callable[[str], None]) -> None:
    """Copy everything to the target, and verify it. After an interruption, calling this again resumes it.

    Each table is copied in one transaction, after those that it refers to, so one that has rows in the target
    is complete. Until all are verified, no bot starts with the target (`moving_revision`). Even the last
    heartbeat is copied, which clocks continue from. On SQLite, the caller keeps others away from both files.
    ``report`` is called with what's about to be done, in a few words.

    Raises:
        MoveError: the source can't be moved, the target isn't empty or differs in the end, or one of them
            can't be used.
    """
    with _blamed(SOURCE):
        async with source.reading() as connection:
            await _check_source(source, connection)
            with _blamed(TARGET):
                await _prepare(target)
            for each in metadata.sorted_tables:
                await _copy(connection, target, each, report)
            await _verify(connection, target, report)
        async with source.reading() as connection:
            await _check_source(source, connection)
    with _blamed(TARGET):
        await _finish(target)


@contextmanager
def _blamed(side: str) -> Iterator[None]:
    """Attribute a database's errors in this block to ``side``. An inner block may blame the other."""
    try:
        yield
    except (SQLAlchemyError, UnusableDatabaseError, sqlite3.Error, MigrationTimeoutError) as error:
        remedy = "Choose another one." if isinstance(error, DamagedDatabaseError) else GO_ON
        raise MoveError(f"{side} can't be used: {reason(error)}.", remedy) from error


async def _check_source(source: Database, connection: AsyncConnection) -> None:
    """Check that the database has the tables of this version, and that no bot is running with it."""
    revision = await connection.run_sync(stored_revision)
    if revision is None:
        raise MoveError("FROM isn't a database of the bot.", "Check its address.")
    if revision > newest_revision():
        raise MoveError(too_new("FROM", revision), remedy_for(revision))
    if revision < newest_revision():
        raise MoveError(
            f"FROM has version {revision} of the tables, and this version of the bot needs "
            f"{newest_revision()}.",
            "Start the bot with FROM once to bring them up to date, then stop it.",
        )
    # The lock beside an SQLite file has already shown that.
    if source.is_shared and await are_others_alive(connection):
        raise MoveError(
            "The bot is running on FROM.",
            f"Stop it; after a crash, wait {int(LONGEST_HEALTHY_SILENCE.total_seconds())} seconds.",
        )


async def _prepare(target: Database) -> None:
    """Create the target's tables, unless an interrupted move has."""
    async with target.reading() as connection:
        revision = await connection.run_sync(stored_revision)
        if revision == moving_revision():
            return
        await connection.run_sync(_check_empty, revision)
    await target.migrate()
    async with target.writing() as connection:
        await connection.run_sync(change_revision, moving_revision())


def _check_empty(connection: Connection, revision: str | None) -> None:
    if revision is not None and is_moving(revision):
        raise MoveError("Another version of the bot started moving a database to TO.", _START_OVER)
    if revision is not None and revision > newest_revision():
        raise MoveError(too_new("TO", revision), remedy_for(revision))
    for name in inspect(connection).get_table_names():
        row = select(literal(1)).select_from(table(name)).limit(1)
        if name != REVISION_TABLE and (revision is None or connection.scalar(row) is not None):
            raise MoveError(f"TO isn't empty: it has {name}.", "Choose an empty database.")


async def _copy(
    source: AsyncConnection, target: Database, copied: Table, report: Callable[[str], None]
) -> None:
    rows = await _count(source, copied)
    with _blamed(TARGET):
        async with target.writing() as connection:
            if await _count(connection, copied):
                return
            report(f"Copying {copied.name}: {rows:,} rows")
            async for batch in _batches(SOURCE, source, copied):
                try:
                    await connection.execute(insert(copied), [row._asdict() for row in batch])
                except (DataError, IntegrityError) as error:
                    first, last = (", ".join(map(str, _key(copied, row))) for row in (batch[0], batch[-1]))
                    raise MoveError(
                        f"TO rejected a row of {copied.name} from {first} to {last}: {reason(error)}.",
                        "Correct that row in FROM, then run the same command again to continue.",
                    ) from None


async def _verify(source: AsyncConnection, target: Database, report: Callable[[str], None]) -> None:
    different: list[str] = []
    with _blamed(TARGET):
        async with target.reading() as connection:
            for each in metadata.sorted_tables:
                report(f"Verifying {each.name}")
                expected = await _checksum(SOURCE, source, each)
                if expected != await _checksum(TARGET, connection, each):
                    different.append(each.name)
    if different:
        raise MoveError(f"TO differs from FROM in {', '.join(different)}.", _START_OVER)


async def _finish(target: Database) -> None:
    """Make the target a database like any other. New rows get numbers after those that are there."""
    async with target.writing() as connection:
        if target.is_shared:
            for each in metadata.sorted_tables:
                if (column := each.autoincrement_column) is not None:
                    sequence = func.pg_get_serial_sequence(each.name, column.name)
                    await connection.execute(select(func.setval(sequence, func.max(column))))
        await connection.run_sync(change_revision, newest_revision())
        # PostgreSQL would read far more rows than it needs until it has looked at the tables.
        await connection.execute(text("ANALYZE"))


async def _count(connection: AsyncConnection, counted: Table) -> int:
    return await connection.scalar(select(func.count()).select_from(counted)) or 0


async def _checksum(side: str, connection: AsyncConnection, read: Table) -> tuple[int, int]:
    """Return the number of rows, and the sum of their digests, which is the same in any order.

    Databases sort texts differently. And they count themselves, in case reading in batches skips rows.
    """
    total = 0
    async for batch in _batches(side, connection, read):
        total += sum(map(_digest, batch))
    with _blamed(side):
        return await _count(connection, read), total


def _digest(row: Row[Any]) -> int:
    # SQLite stores -0.0 as 0.0, which is also the sum of the two.
    values = [value + 0.0 if isinstance(value, float) else value for value in row]
    written = json.dumps(values, default=repr, sort_keys=True)
    return int.from_bytes(blake2b(written.encode(), digest_size=16).digest())


async def _batches(side: str, connection: AsyncConnection, read: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """Read a table in the order of its primary key, which the database decides.

    An SQLite connection reads all rows of a statement at once, so each batch is a statement of its own.
    """
    key = tuple(read.primary_key)
    everything = page = select(read).order_by(*key).limit(_ROWS)
    while True:
        try:
            with _blamed(side):
                batch = (await connection.execute(page)).all()
        except ValueError as error:
            # SQLite stores any text in a column of dates.
            raise MoveError(
                f"A row of {read.name} in {side} can't be read: {error}.", "Correct it."
            ) from None
        if not batch:
            return
        yield batch
        last = zip(key, _key(read, batch[-1]), strict=True)
        page = everything.where(
            tuple_(*key) > tuple_(*(literal(value, column.type) for column, value in last))
        )


def _key(read: Table, row: Row[Any]) -> tuple[Any, ...]:
    return tuple(row._mapping[column] for column in read.primary_key)  # noqa: SLF001 - public, despite its name

"""Copies the rows of a table in batches."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, String, Table, insert
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.moving.checksums import Checksum
from bot.store.moving.errors import TARGET, MoveError, blamed
from bot.store.moving.paging import Count, batches, key_of
from bot.store.moving.progress import Progress, store_progress


async def copy_rows(
    source: AsyncConnection, target: Database, table: Table, done: Progress | None, count: Count
) -> None:
    """Copy the rows of a table that aren't ``done``, each batch in a transaction with the progress.

    Raises:
        MoveError: the target can't store a row.
        BrokenSideError: the target can't be used.
    """
    checksum = done.checksum if done else Checksum()
    async for batch in batches(source, table, after=done.last if done else None):
        if target.is_shared:
            _check_texts(table, batch)
        checksum = checksum.with_rows(table, batch)
        progress = Progress(key_of(table, batch[-1]), checksum)
        with blamed(TARGET):
            await _store(target, table, batch, progress)
        count(len(batch))


async def _store(target: Database, table: Table, batch: Sequence[Row[Any]], progress: Progress) -> None:
    try:
        async with target.writing() as connection:
            await connection.execute(insert(table), [row._asdict() for row in batch])
            await store_progress(connection, table, progress)
    except (DataError, IntegrityError) as error:
        first, last = (_name(table, row) for row in (batch[0], batch[-1]))
        said = str(error.orig).partition("\n")[0].rstrip(".")
        raise MoveError(
            f"TO rejected a row of {table.name} from {first} to {last}: {said}.",
            "Correct that row in FROM, then run the same command again to continue.",
        ) from None


def _check_texts(table: Table, batch: Sequence[Row[Any]]) -> None:
    """Check for texts that SQLite stores regardless of a column's type, but PostgreSQL doesn't."""
    for place, column in enumerate(table.c):
        if not isinstance(column.type, String):
            continue
        longest = column.type.length
        for row in batch:
            value = row[place]
            if value is None:
                continue
            if "\0" in value:
                raise _unfit(
                    table, row, column.name, "contains a NUL character, which PostgreSQL can't store"
                )
            if longest is not None and len(value) > longest:
                raise _unfit(table, row, column.name, f"is longer than {longest} characters")


def _unfit(table: Table, row: Row[Any], column: str, problem: str) -> MoveError:
    return MoveError(
        f"The column {column} of {table.name}, row {_name(table, row)}, {problem}.",
        "Correct it in FROM, then run the same command again to continue.",
    )


def _name(table: Table, row: Row[Any]) -> str:
    key = zip(table.primary_key, key_of(table, row), strict=True)
    return ", ".join(f"{column.name} {value}" for column, value in key)

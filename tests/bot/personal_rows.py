"""Rows about a person in every table that has such rows, derived from the tables themselves."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    LargeBinary,
    Numeric,
    Row,
    String,
    Table,
    func,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.schema.tables import Instant, games, metadata, players
from tests.bot.clocks import StandingClock

NOW = StandingClock().now()


def personal_tables() -> list[Table]:
    """Return the tables that refer to players or games."""
    return [table for table in metadata.sorted_tables if _columns_to(table, players, games)]


def columns_to_players(table: Table) -> list[Column[Any]]:
    """Return the columns of a table that refer to players."""
    return _columns_to(table, players)


def is_about(row: Row[Any], table: Table, player_id: int) -> bool:
    """Return whether a row of a table refers to this player."""
    return any(row._mapping[column.name] == player_id for column in columns_to_players(table))


async def add_rows(
    database: Database, known: Mapping[str, Any], word: str, tables: Sequence[Table] | None = None
) -> None:
    """Add a row to each of these tables that doesn't have one about a person yet. Every text is ``word``.

    Without ``tables``, the personal ones are used.

    ``known`` has the ids that the rows refer to, by table. Of the two ``players``, the rows are about the
    first. For tables it doesn't have, the rows refer to any row.
    """
    stored = await contents(database)
    known = {name: rows[0][0] for name, rows in stored.items() if rows} | dict(known)
    async with database.writing() as connection:
        for table in personal_tables() if tables is None else tables:
            own = columns_to_players(table)
            rows = [row for row in stored[table.name] if not own or is_about(row, table, known["players"][0])]
            if not rows:
                await _add(connection, table, known, word)


async def _add(connection: AsyncConnection, table: Table, known: dict[str, Any], word: str) -> None:
    people: Iterator[int] = iter(known["players"])
    row: dict[str, Any] = {}
    for column in table.c:
        targets = [key.column.table.name for key in column.foreign_keys]
        if targets == ["players"]:
            row[column.name] = next(people)
        elif targets:
            if targets[0] not in known:
                await _add(connection, metadata.tables[targets[0]], known, word)
            row[column.name] = known[targets[0]]
        elif column is not table.autoincrement_column:
            row[column.name] = _value(column, word)
    await connection.execute(insert(table).values(row))
    key = next(iter(table.primary_key))
    known.setdefault(table.name, await connection.scalar(select(func.max(key))))


def _value(column: Column[Any], word: str) -> Any:
    kind = column.type
    if isinstance(kind, String):
        return word[: kind.length]
    if isinstance(kind, Instant):
        return NOW
    samples = {Date: date(2026, 1, 1), Boolean: False, LargeBinary: b"bytes", Float: 1.5, Numeric: 1}
    return next((sample for each, sample in samples.items() if isinstance(kind, each)), 1)


def _columns_to(table: Table, *targets: Table) -> list[Column[Any]]:
    return [key.parent for key in table.foreign_keys if key.column.table in targets]


async def contents(database: Database) -> dict[str, Sequence[Row[Any]]]:
    """Return all rows of all tables."""
    async with database.reading() as connection:
        return {
            table.name: (await connection.execute(select(table).order_by(*table.primary_key))).all()
            for table in metadata.sorted_tables
        }

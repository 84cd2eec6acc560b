"""How far along a move is, stored in the target along with the rows.

Until the move is over, the target's revision is `moving_revision`, so no bot runs with only part of the
games.
"""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, MetaData, String, Table, Text, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.moving.checksums import Checksum
from bot.store.moving.paging import Key
from bot.store.schema.revision import moving_revision, newest_revision
from bot.store.schema.stored_revision import change_revision
from bot.store.schema.tables import metadata

# It has no migration: it exists only during a move.
_moved_tables = Table(
    "moved_tables",
    MetaData(),
    Column("name", String(64), primary_key=True),
    Column("last_key", Text, nullable=False),
    Column("rows", BigInteger, nullable=False),
    Column("total", String(32), nullable=False),
)


@dataclass(frozen=True, slots=True)
class Progress:
    """What has been copied of a table: all rows up to the one with the key ``last``, and their checksum."""

    last: Key
    checksum: Checksum


def begin(connection: Connection) -> None:
    """Begin a move to this database, whose tables are empty and up to date."""
    _moved_tables.create(connection)
    change_revision(connection, moving_revision())


def end(connection: Connection) -> None:
    """End the move: from now on, this is a database like any other."""
    _moved_tables.drop(connection)
    change_revision(connection, newest_revision())


async def stored_progress(connection: AsyncConnection) -> dict[str, Progress]:
    """The progress of each table that has been copied, at least in part."""
    rows = (await connection.execute(select(_moved_tables))).all()
    return {
        row.name: Progress(
            _parse(metadata.tables[row.name], row.last_key), Checksum(row.rows, int(row.total, 16))
        )
        for row in rows
    }


async def store_progress(connection: AsyncConnection, table: Table, progress: Progress) -> None:
    """Store the progress of a table."""
    stored = {
        "last_key": json.dumps(progress.last, default=str),
        "rows": progress.checksum.rows,
        "total": str(progress.checksum),
    }
    row = insert(connection.dialect, _moved_tables).values(name=table.name, **stored)
    await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_=stored))


def _parse(table: Table, stored: str) -> Key:
    values = zip(table.primary_key, json.loads(stored), strict=True)
    return tuple(_value(column, value) for column, value in values)


def _value(column: Column[Any], value: Any) -> Any:
    kind = column.type.python_type
    return kind.fromisoformat(value) if issubclass(kind, date) else value

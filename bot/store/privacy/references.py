"""Which columns of which tables refer to a person, a game or a guild, according to the tables themselves."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Table

from bot.store.schema.tables import metadata

References = Mapping[Table, Sequence[Column[Any]]]


def references_to(target: Table) -> References:
    """Return the columns that refer to ``target``, by table. Tables come after those that they refer to."""
    found = {
        table: [key.parent for key in table.foreign_keys if key.column.table is target]
        for table in metadata.sorted_tables
    }
    return {table: sorted(columns, key=str) for table, columns in found.items() if columns}

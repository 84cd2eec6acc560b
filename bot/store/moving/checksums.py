"""Checksums of the rows of a table, which are the same in every database that has the same rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from sqlalchemy import Float, Row, Table

_BYTES = 16
_MODULUS = 1 << 8 * _BYTES


@dataclass(frozen=True, slots=True)
class Checksum:
    """The number of rows, and the sum of their digests.

    A sum doesn't depend on the order: databases sort texts differently. Python prints every float so that
    reading it gives the same bits, and an instant is read in UTC from either kind of database.
    """

    rows: int = 0
    total: int = 0

    def with_rows(self, table: Table, rows: Sequence[Row[Any]]) -> Self:
        """The checksum with these rows of ``table`` added, which have all of its columns in their order."""
        floats = [place for place, column in enumerate(table.c) if isinstance(column.type, Float)]
        total = sum(_digest(tuple(row), floats) for row in rows)
        return type(self)(self.rows + len(rows), (self.total + total) % _MODULUS)

    def __str__(self) -> str:
        return f"{self.total:0{2 * _BYTES}x}"


def _digest(values: tuple[Any, ...], floats: list[int]) -> int:
    if floats:
        # SQLite stores -0.0 as 0.0, which is also the sum of the two.
        each = list(values)
        for place in floats:
            each[place] = None if each[place] is None else each[place] + 0.0
        values = tuple(each)
    return int.from_bytes(blake2b(repr(values).encode(), digest_size=_BYTES).digest())

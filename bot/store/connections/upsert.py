"""INSERT statements that say what to do if the row already exists, for both databases."""

from importlib import import_module
from typing import TYPE_CHECKING, Union

from sqlalchemy import Dialect, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite


def insert(dialect: Dialect, table: Table) -> Union["sqlite.Insert", "postgresql.Insert"]:
    """Return an INSERT of ``dialect`` that has ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    # Its module was loaded with the dialect. Loading the other one would slow down the start for nothing.
    statement: sqlite.Insert | postgresql.Insert
    statement = import_module(f"sqlalchemy.dialects.{dialect.name}").insert(table)
    return statement

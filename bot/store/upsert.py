"""INSERT with a word on what to do when the row is there already, for both databases."""

from sqlalchemy import Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert(dialect: Dialect, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT of ``dialect`` that has ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    return postgresql.insert(table) if dialect.name == "postgresql" else sqlite.insert(table)

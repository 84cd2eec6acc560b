"""Constants in statements, written into their text.

SQLAlchemy prepares any other value each time a statement runs, even one that never changes. In the statement
that reads a game, that took longer than everything else (``docs/performance.md``).
"""

from sqlalchemy import ColumnElement, Integer, String, literal_column

from bot.store.schema.tables import COMPUTER_LEVELS


def constant_text(value: str) -> ColumnElement[str]:
    """Return the SQL of a constant text, which must not contain apostrophes."""
    return literal_column(f"'{value}'", String)


def constant_number(value: int) -> ColumnElement[int]:
    """Return the SQL of a constant whole number."""
    return literal_column(str(value), Integer)


def is_computer(player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a player is the computer, at any level."""
    return player_id.between(constant_number(COMPUTER_LEVELS[0]), constant_number(COMPUTER_LEVELS[-1]))

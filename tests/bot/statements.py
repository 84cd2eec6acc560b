"""Counts the statements that some work sends to an SQLite database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, event

from bot.store.connections.database import BEGIN


@dataclass(slots=True)
class Traffic:
    """The statements that were run, and how many transactions ended."""

    statements: list[str] = field(default_factory=list)
    transactions: int = 0


@contextmanager
def counted() -> Iterator[Traffic]:
    """Count the statements that every database of this process runs during the block.

    A single reading statement needs no transaction, so it isn't counted as one.
    """
    traffic = Traffic()

    def note_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        traffic.statements.append(statement)

    def note_end(connection: Any) -> None:
        traffic.transactions += BEGIN in connection.get_execution_options()

    listeners = (("before_cursor_execute", note_statement), ("commit", note_end), ("rollback", note_end))
    for name, listener in listeners:
        event.listen(Engine, name, listener)
    try:
        yield traffic
    finally:
        for name, listener in listeners:
            event.remove(Engine, name, listener)

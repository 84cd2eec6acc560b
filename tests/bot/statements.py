"""Watches the statements that some work sends to a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.store.connections.database import BEGIN
from bot.store.connections.sqlite import SQLiteConnection


@dataclass(slots=True)
class Traffic:
    """The statements that were run, and how many transactions ended."""

    statements: list[str] = field(default_factory=list)
    transactions: int = 0


@contextmanager
def heard(target: Connection | type[Engine]) -> Iterator[list[str]]:
    """Yield the statements that SQLAlchemy runs during the block, on a connection or on every one."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(target, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(target, "before_cursor_execute", note)


@contextmanager
def counted() -> Iterator[Traffic]:
    """Count the statements that every SQLite database of this process runs during the block.

    A single reading statement needs no transaction, so it isn't counted as one.
    """
    traffic = Traffic()
    run, run_many = SQLiteConnection.run, SQLiteConnection.run_many

    async def note(connection: SQLiteConnection, statement: str, parameters: Any) -> Any:
        traffic.statements.append(statement)
        return await run(connection, statement, parameters)

    async def note_many(connection: SQLiteConnection, statement: str, parameters: Any) -> int:
        traffic.statements.append(statement)
        return await run_many(connection, statement, parameters)

    def note_end(connection: Any) -> None:
        traffic.transactions += BEGIN in connection.get_execution_options()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SQLiteConnection, "run", note)
        patched.setattr(SQLiteConnection, "run_many", note_many)
        for name in ("commit", "rollback"):
            event.listen(Engine, name, note_end)
        try:
            yield traffic
        finally:
            for name in ("commit", "rollback"):
                event.remove(Engine, name, note_end)

"""A connection to an SQLite file without SQLAlchemy, which takes too long to load for ``pyrga health``."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

PATIENCE = 5.0
"""Maximum number of seconds that a statement waits for another process to release the file."""


@contextmanager
def existing_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open an existing file for the duration of the block. Every statement is its own transaction.

    Raises:
        sqlite3.Error: it can't be opened; nothing is created.
    """
    # If it were opened read-only, SQLite would leave the files of its write-ahead log behind. On Python 3.14,
    # as_uri() loads a web client.
    address = f"file:{quote(bytes(path.absolute()))}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)) as connection:
        yield connection


def revision_in(connection: sqlite3.Connection) -> str | None:
    """Return the version of the tables in an SQLite file, or None if it has none of the bot's."""
    named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.execute(named).fetchone() is None:
        return None
    stored = connection.execute("SELECT version_num FROM alembic_version")
    return next((str(revision) for (revision,) in stored), None)

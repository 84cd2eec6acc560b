"""Damages an SQLite file as a failing disk would."""

import sqlite3
from contextlib import closing
from pathlib import Path

_PAGE = 4096


def damage(file: Path) -> None:
    """Overwrite everything after the first page, so that everyone who has the file open notices."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        # Others rely on what they remember of the file until someone else has written to it.
        connection.execute("DELETE FROM heartbeats")
        connection.execute("INSERT INTO heartbeats (process, beat_at) VALUES ('other', '2026-01-01')")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("DELETE FROM heartbeats")
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(_PAGE)
        opened.write(b"\xff" * (size - _PAGE))

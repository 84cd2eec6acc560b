"""Why a database can't be moved."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from bot.store.connections.errors import UnusableDatabaseError
from bot.store.schema.revision import MigrationTimeoutError

SOURCE = "FROM"
TARGET = "TO"

START_OVER = "Start over with an empty TO."


class MoveError(Exception):
    """The database can't be moved as it is. ``problem`` and ``remedy`` are whole sentences."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy


class BrokenSideError(Exception):
    """One of the two databases couldn't be used: ``side`` is ``SOURCE`` or ``TARGET``, ``error`` its error.

    What has been copied stays, and the move can be resumed.
    """

    def __init__(self, side: str, error: Exception) -> None:
        super().__init__(side)
        self.side = side
        self.error = error


@contextmanager
def blamed(side: str) -> Iterator[None]:
    """Attribute a database's errors in this block to ``side``. An inner block may blame the other.

    Raises:
        BrokenSideError: instead of what the database raised.
    """
    try:
        yield
    except (SQLAlchemyError, UnusableDatabaseError, sqlite3.Error, MigrationTimeoutError) as error:
        raise BrokenSideError(side, error) from error

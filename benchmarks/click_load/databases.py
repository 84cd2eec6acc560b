"""Empty databases for the bot under test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from tests.bot.postgresql import cluster, programs

NewDatabase = Callable[[Path], str]
"""Makes an empty database and returns its URL. A database that is a file goes into the given folder."""


@contextmanager
def sqlite() -> Iterator[NewDatabase]:
    """Make SQLite databases."""
    yield lambda folder: f"sqlite:///{folder / 'pyrga.db'}"


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[NewDatabase]:
    """Make databases on a PostgreSQL server that runs until the block ends.

    If it's ``durable``, it writes every commit to the disk at once, as in production.

    Raises:
        RuntimeError: PostgreSQL is not installed.
    """
    folder = programs()
    if folder is None:
        raise RuntimeError("PostgreSQL is not installed")
    numbers = count(1)
    with cluster(folder, durable=durable) as running:
        address = running.address

        def new_database(_: Path) -> str:
            name = f"load_{next(numbers)}"
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return address.replace("/postgres?", f"/{name}?")

        yield new_database

"""Databases for benchmarks."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, create_engine, make_url, text

from tests.bot.postgresql import Cluster, cluster, programs

KINDS = ("sqlite", "postgresql")


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[Cluster]:
    """Run a PostgreSQL server, or end the program if there is none on this machine.

    If it's ``durable``, it writes every commit to the disk at once, as in production.
    """
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with cluster(found, durable=durable) as running:
        yield running


@contextmanager
def empty_database(kind: str) -> Iterator[str]:
    """Give the address of an empty database of this kind."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="pyrga-database-") as folder:
            yield f"sqlite:///{folder}/pyrga.db"
    else:
        with postgresql() as running:
            yield running.address


def engine_of(address: str) -> Engine:
    """Return SQLAlchemy's engine for an address as in PYRGA_DATABASE_URL, without asyncio."""
    url = make_url(address)
    return create_engine(url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url)


def settle(address: str) -> None:
    """Have PostgreSQL analyze its tables, which it would otherwise do by itself after a while."""
    engine = engine_of(address).execution_options(isolation_level="AUTOCOMMIT")
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))
    engine.dispose()

"""Which version of the tables this version of the bot needs, and what can be wrong with a database's.

All of this works without Alembic and SQLAlchemy, which are slow to load.
"""

from functools import cache
from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"

MIGRATION_PATIENCE = 60.0
"""Maximum number of seconds that a process waits while another one keeps an SQLite file locked."""


class MigrationTimeoutError(Exception):
    """Another process kept the database locked for longer than ``MIGRATION_PATIENCE``."""


class NewerDatabaseError(Exception):
    """The database has tables of ``revision``, which only a newer version of the bot knows."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision)
        self.revision = revision


@cache
def newest_revision() -> str:
    """The revision of the newest migration: the number at the beginning of its file's name."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def too_new(name: str, revision: str) -> str:
    """Say to a host that the database called ``name`` has the tables of a newer version of the bot."""
    return (
        f"{name} has version {revision} of the tables, and this version of the bot only knows "
        f"{newest_revision()}."
    )

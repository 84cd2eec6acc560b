"""Which version of the tables this version of the bot needs, and what can be wrong with that of a database.

All of this works without Alembic and SQLAlchemy, which are slow to load.
"""

from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"

MIGRATION_PATIENCE = 60.0
"""Maximum number of seconds that a process waits while another one keeps an SQLite file locked."""

_MOVING = "moving-"


class MigrationTimeoutError(Exception):
    """Another process kept the database locked for longer than ``MIGRATION_PATIENCE``."""


class NewerDatabaseError(Exception):
    """The database has tables of ``revision``, which only a newer version of the bot knows.

    Or another database is being moved into it: see `moving_revision`.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision


def migration_files() -> list[Path]:
    """Return the files of all migrations, in order."""
    return sorted((MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def revision_of(file: Path) -> str:
    """Return the revision that a migration leads to: the number at the beginning of its file name."""
    return file.name.partition("_")[0]


def newest_revision() -> str:
    return revision_of(migration_files()[-1])


def moving_revision() -> str:
    """Return the revision of a database until another one has been completely moved into it.

    It counts as newer than any other, so no bot runs with only part of the games.
    """
    return f"{_MOVING}{newest_revision()}"


def is_moving(revision: str) -> bool:
    """Return whether a revision says that any version of the bot is moving another database into this one."""
    return revision.startswith(_MOVING)


def too_new(name: str, revision: str) -> str:
    """Tell a host why a database called ``name`` with this revision can't be used."""
    if is_moving(revision):
        return f"{name} has only a part of the games: pyrga move-database hasn't finished filling it."
    return (
        f"{name} has version {revision} of the tables, and this version of the bot knows only up to "
        f"{newest_revision()}."
    )


def remedy_for(revision: str) -> str:
    """Tell a host what to do about a database that's too new."""
    return "Run that command again to continue." if is_moving(revision) else "Update the bot."

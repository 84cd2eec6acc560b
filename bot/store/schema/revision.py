"""Which version of the tables this version of the bot needs, and what its migrations ask of processes.

Every file in ``migrations/versions`` states in ``stop_reason`` why processes of an older version have to stop
before it runs, or None if they can go on: it only adds tables, indexes, or columns that they needn't fill.
Stored values that follow from the rest are only recomputed after a migration that needs a stop. The files are
only read, not run: all of this works without Alembic and SQLAlchemy, which are slow to load.
"""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

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


def remedy_for(revision: str, backup: Path | None = None) -> str:
    """Tell a host what to do about a database that's too new, of which there may be an older backup."""
    if is_moving(revision):
        return "Run that command again to continue."
    if backup is None:
        return "Update the bot."
    return f"Update the bot, or go back to the backup from before the migration: pyrga restore {backup}"


class Migration(NamedTuple):
    """A migration, and why processes of an older version have to stop before it; None if they can go on."""

    revision: str
    stop_reason: str | None


class RunningProcessesError(Exception):
    """Processes are running with the database, and have to stop before its ``migrations``."""

    def __init__(self, migrations: Iterable[Migration]) -> None:
        self.migrations = tuple(migrations)
        super().__init__(reasons(self.migrations))


def pending_after(revision: str | None) -> list[Migration]:
    """Return the migrations that a database of this revision still needs, in order; all with None."""
    return [_read(file) for file in migration_files() if revision is None or revision_of(file) > revision]


def needing_stop(migrations: Iterable[Migration]) -> list[Migration]:
    """Return those migrations that processes of an older version have to stop for."""
    return [migration for migration in migrations if migration.stop_reason is not None]


def reasons(migrations: Iterable[Migration]) -> str:
    """Say why processes of an older version have to stop for each of these."""
    return "; ".join(f"{one.revision}: {one.stop_reason}" for one in needing_stop(migrations))


def _read(file: Path) -> Migration:
    for node in ast.parse(file.read_text()).body:
        match node:
            case ast.Assign([ast.Name("stop_reason")], ast.Constant(None | str() as reason)):
                return Migration(revision_of(file), reason)
    message = f"{file.name} has no stop_reason, which is None or a sentence"
    raise ValueError(message)

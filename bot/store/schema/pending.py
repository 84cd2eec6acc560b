"""What a database's migrations ask of the processes that run with it.

Every file in ``migrations/versions`` states in ``stop_reason`` why processes of an older version have to stop
before it runs, or None if they can go on: it only adds tables, indexes, or columns that they needn't fill.
Stored values that follow from the rest are only recomputed after a migration that needs a stop. The files are
only read, not run, so this works without Alembic and SQLAlchemy.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bot.store.schema.revision import migration_files, revision_of


@dataclass(frozen=True, slots=True)
class Migration:
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

"""The columns for a player's color get the name that's used everywhere else."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None
stop_reason = "an older version looks for a column named `colour`"

_TABLES = ("challenges", "offers", "records")


def upgrade() -> None:
    """Apply."""
    _rename("colour", "color")


def downgrade() -> None:
    """Undo."""
    _rename("color", "colour")


def _rename(old: str, new: str) -> None:
    for table in _TABLES:
        # Alembic would copy the whole table on SQLite, which can do it in place.
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")

"""Who was shown a puzzle's answer, and in which language a server gets its daily puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Apply."""
    op.add_column("puzzle_results", sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("guilds", sa.Column("puzzle_language", sa.String(length=16), nullable=True))


def downgrade() -> None:
    """Undo."""
    op.drop_column("guilds", "puzzle_language")
    op.drop_column("puzzle_results", "shown_at")

"""Boards in words, for a person or for a game."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Apply."""
    op.add_column("players", sa.Column("text_board", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("text_board", sa.Boolean()))


def downgrade() -> None:
    """Undo."""
    for table in ("games", "players"):
        op.drop_column(table, "text_board")

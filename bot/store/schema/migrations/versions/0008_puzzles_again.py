"""Puzzles that someone failed come again, so it's known when, and how often they've solved them since."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema.tables import Instant

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the columns. What someone failed before doesn't come again."""
    op.add_column("puzzle_results", sa.Column("repeats", sa.Integer))
    op.add_column("puzzle_results", sa.Column("again_at", Instant))

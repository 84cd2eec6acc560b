"""Which process has claimed an interaction."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Apply."""
    op.add_column("seen_interactions", sa.Column("process", sa.String(32)))


def downgrade() -> None:
    """Undo."""
    op.drop_column("seen_interactions", "process")

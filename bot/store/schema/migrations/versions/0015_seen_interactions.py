"""The interactions that a process has claimed, if there are several processes."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't claim clicks, which would be answered twice"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "seen_interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seen_interactions"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("seen_interactions")

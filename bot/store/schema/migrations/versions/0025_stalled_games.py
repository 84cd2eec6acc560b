"""Games in which the computer can't move right now."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Apply."""
    op.add_column("games", sa.Column("stalled", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo."""
    op.drop_column("games", "stalled")

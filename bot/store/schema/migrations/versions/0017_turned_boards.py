"""Players can have their own boards turned when they play Black."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the column. No one has chosen that yet."""
    op.add_column(
        "players", sa.Column("turned_boards", sa.Boolean, nullable=False, server_default=sa.false())
    )

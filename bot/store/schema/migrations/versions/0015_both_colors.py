"""A challenge can start two games, one with each color."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the column. Challenges until now start one game."""
    op.add_column("challenges", sa.Column("both", sa.Boolean, nullable=False, server_default=sa.false()))

"""Themes of servers and players, and those that challenges and games got when they were created."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
stop_reason = None

_DEFAULT = "aegean"


def upgrade() -> None:
    """Apply."""
    for table in ("guilds", "players"):
        op.add_column(table, sa.Column("theme", sa.String(length=16), nullable=True))
    for table in ("challenges", "games"):
        column = sa.Column("theme", sa.String(length=16), nullable=False, server_default=_DEFAULT)
        op.add_column(table, column)


def downgrade() -> None:
    """Undo."""
    for table in ("games", "challenges", "players", "guilds"):
        op.drop_column(table, "theme")

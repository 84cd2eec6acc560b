"""Themes: of a server, of a player, and, fixed at creation, of a challenge and a game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_DEFAULT = "aegean"


def upgrade() -> None:
    """Apply."""
    for table in ("guilds", "players"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("theme", sa.String(length=16), nullable=True))
    for table in ("challenges", "games"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(
                sa.Column("theme", sa.String(length=16), nullable=False, server_default=_DEFAULT)
            )


def downgrade() -> None:
    """Undo."""
    for table in ("games", "challenges", "players", "guilds"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("theme")

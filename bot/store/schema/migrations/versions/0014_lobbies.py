"""It's known where servers want their lobby, and where it is."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the columns, and their index."""
    for name, kind in (
        ("lobby_channel_id", sa.BigInteger()),
        ("lobby_language", sa.String(16)),
        ("lobby_posted_in", sa.BigInteger()),
        ("lobby_message_id", sa.BigInteger()),
        ("lobby_shown", sa.String(32)),
    ):
        op.add_column("guilds", sa.Column(name, kind))
    kept = sa.text("lobby_channel_id IS NOT NULL OR lobby_posted_in IS NOT NULL")
    op.create_index("ix_guilds_with_lobby", "guilds", ["id"], sqlite_where=kept, postgresql_where=kept)

"""Offers that were declined or withdrawn, and games that ended with their server."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
stop_reason = "an older version counts games that ended with their server"

# Games are only annulled by a moderator's action. The others ended because the bot had been removed from
# their server.
_ABANDON = """
    UPDATE games SET reason = 'abandoned'
    WHERE reason = 'annulled' AND NOT EXISTS (
        SELECT 1 FROM moderation_acts WHERE game_id = games.id AND done_at IS NOT NULL
    )
"""


def upgrade() -> None:
    """Apply."""
    op.add_column("offers", sa.Column("answer", sa.String(16)))
    op.execute(_ABANDON)


def downgrade() -> None:
    """Undo."""
    op.execute("UPDATE games SET reason = 'annulled' WHERE reason = 'abandoned'")
    op.drop_column("offers", "answer")

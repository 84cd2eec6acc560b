"""A process says how it's doing, and the last move is found without reading all games."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the column and the index."""
    op.add_column("heartbeats", sa.Column("status", sa.Text))
    op.create_index("ix_games_played", "games", ["played_at"])

"""People solve as many puzzles as they can in five minutes, and a week's best is kept."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema.tables import Instant

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
stop_reason = "an older version can't delete the rushes of whoever asks for it"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "rushes",
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("week", sa.Date, primary_key=True, autoincrement=False),
        sa.Column("started_at", Instant, nullable=False),
        sa.Column("puzzle", sa.String(8), nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("solved", "mistakes", "best")),
    )

"""The channels in which the review of a game was shared."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "shared_reviews",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shared_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_shared_reviews_game_id"),
        sa.PrimaryKeyConstraint("game_id", "channel_id", name="pk_shared_reviews"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("shared_reviews")

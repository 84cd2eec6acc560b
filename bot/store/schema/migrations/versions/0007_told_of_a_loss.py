"""Whoever made something is told once that it can't be shown, so it's known who made it and who was told."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
stop_reason = "an older version can't delete the data of who has had a channel play"


def upgrade() -> None:
    """Add who was told, and who has had a channel play. Of earlier games of channels, that isn't known."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    for table in ("cups", "team_sides"):
        op.add_column(table, sa.Column("told_loss", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "crowd_hosts",
        sa.Column("game_id", number, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
        sa.Column("color", sa.String(8), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    )
    op.create_index("ix_crowd_hosts_player_id", "crowd_hosts", ["player_id"])

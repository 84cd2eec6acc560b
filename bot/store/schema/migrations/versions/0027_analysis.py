"""Positions shared from analysis boards, counts of opening moves, and how far people got in the win trainer.

The counts are computed from the games, after the migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't count the opening moves of games that end in it"

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "shared_positions",
        sa.Column("position", sa.String(40), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shared_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("position", "channel_id", name="pk_shared_positions"),
    )
    op.create_index("ix_shared_positions_shared_at", "shared_positions", ["shared_at"])
    op.create_table(
        "opening_moves",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.String(16), nullable=False),
        sa.Column("move", sa.String(1), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("pool", "position", "move", name="pk_opening_moves"),
    )
    op.create_table(
        "training",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("trained_at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_training_player_id"),
        sa.PrimaryKeyConstraint("player_id", "ruleset", name="pk_training"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("training")
    op.drop_table("opening_moves")
    op.drop_table("shared_positions")

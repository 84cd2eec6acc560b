"""Ratings of puzzles and of the players who try them, and when and how the puzzle of the day is shown."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't rate puzzles and those who solve them"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "puzzle_solvers",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_puzzle_solvers_player_id"),
        sa.PrimaryKeyConstraint("player_id", name="pk_puzzle_solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.add_column("guilds", sa.Column("puzzle_hour", sa.Integer()))
    op.add_column(
        "daily_puzzles", sa.Column("outdated", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    outdated = sa.column("outdated", sa.Boolean()).is_(sa.true())
    op.create_index(
        "ix_daily_puzzles_outdated",
        "daily_puzzles",
        ["guild_id", "day"],
        sqlite_where=outdated,
        postgresql_where=outdated,
    )


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_daily_puzzles_outdated", "daily_puzzles")
    op.drop_column("daily_puzzles", "outdated")
    op.drop_column("guilds", "puzzle_hour")
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_solvers")

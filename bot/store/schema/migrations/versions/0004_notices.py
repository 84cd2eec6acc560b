"""How players are notified of their turns, when they were last seen, and how old a board's message is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
stop_reason = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("players", sa.Column("notices", sa.String(length=8), nullable=True))
    op.add_column("games", sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "presences",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_presences_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_presences_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_presences"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("presences")
    op.drop_column("games", "posted_at")
    op.drop_column("players", "notices")

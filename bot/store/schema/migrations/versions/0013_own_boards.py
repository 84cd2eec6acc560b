"""Private boards, in players' DMs."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't redraw private boards"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "own_boards",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_own_boards_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_own_boards_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_own_boards"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("own_boards")

"""How a game starts and counts, hints, reviews and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
stop_reason = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    for table in ("challenges", "games"):
        start = sa.Column("start", sa.String(length=16), nullable=False, server_default="plain")
        op.add_column(table, start)
        for name in ("rated", "hints"):
            op.add_column(table, _mark(name))
    op.add_column("games", _mark("swapped"))
    op.add_column("guilds", sa.Column("puzzle_channel_id", sa.BigInteger(), nullable=True))
    op.create_table(
        "hints",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_hints_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_hints_player_id"),
        sa.PrimaryKeyConstraint("game_id", "ply", "player_id", name="pk_hints"),
    )
    op.create_table(
        "reviews",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reviews_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
    )
    op.create_table(
        "puzzle_results",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(length=8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_puzzle_results_player_id"),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name="pk_puzzle_results"),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("puzzle", sa.String(length=8), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_daily_puzzles_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_puzzles"),
    )


def downgrade() -> None:
    """Undo."""
    for table in ("daily_puzzles", "puzzle_results", "reviews", "hints"):
        op.drop_table(table)
    op.drop_column("guilds", "puzzle_channel_id")
    op.drop_column("games", "swapped")
    for table in ("games", "challenges"):
        for name in ("hints", "rated", "start"):
            op.drop_column(table, name)


def _mark(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())

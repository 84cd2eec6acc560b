"""Ratings by ruleset, in every server and everywhere, and the order in which games changed them.

The ratings themselves are computed from the games, after the migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
stop_reason = "an older version can't store ratings in tables that were replaced"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_ORDER_RATED_GAMES = """
INSERT INTO rated_games (game_id)
SELECT id FROM games
WHERE
    rated
    AND finished_at IS NOT NULL
    AND reason NOT IN ('aborted', 'annulled', 'abandoned')
    AND white_id NOT BETWEEN 1 AND 8
    AND black_id NOT BETWEEN 1 AND 8
    AND (SELECT COUNT(*) FROM moves WHERE moves.game_id = games.id) >= 4
ORDER BY finished_at, id
"""


def upgrade() -> None:
    """Apply."""
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
        sa.PrimaryKeyConstraint("pool", "ruleset", "player_id", name="pk_ratings"),
    )
    op.create_table(
        "rated_games",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rated_games_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rated_games"),
        sa.UniqueConstraint("game_id", name="uq_rated_games_game_id"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_changes_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_changes_player_id"),
        sa.PrimaryKeyConstraint("game_id", "pool", "player_id", name="pk_rating_changes"),
    )
    op.execute(_ORDER_RATED_GAMES)


def downgrade() -> None:
    """Undo. Ratings start over."""
    op.drop_table("rating_changes")
    op.drop_table("rated_games")
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
        sa.PrimaryKeyConstraint("pool", "player_id", name="pk_ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_changes_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_changes_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_rating_changes"),
    )

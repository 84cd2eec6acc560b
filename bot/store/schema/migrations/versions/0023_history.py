"""Indexes for the filters of a history, and one table for everything that was shared in a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
stop_reason = "an older version looks for shared reviews in a table that was replaced"

_FINISHED = sa.column("status") == sa.literal_column("'finished'")

# The ply that stands for a review is -1.
_KEEP_SHARED_REVIEWS = """
INSERT INTO shares (game_id, ply, channel_id, shared_at)
SELECT game_id, -1, channel_id, shared_at FROM shared_reviews
"""
_ONLY_SHARED_REVIEWS = """
INSERT INTO shared_reviews (game_id, channel_id, shared_at)
SELECT game_id, channel_id, shared_at FROM shares WHERE ply = -1
"""


def upgrade() -> None:
    """Apply."""
    for side, other in (("white", "black"), ("black", "white")):
        _index_finished_games(side, "ruleset", "winner", f"{other}_id")
    op.create_table(
        "shares",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shared_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_shares_game_id"),
        sa.PrimaryKeyConstraint("game_id", "ply", "channel_id", name="pk_shares"),
    )
    op.execute(_KEEP_SHARED_REVIEWS)
    op.drop_table("shared_reviews")


def downgrade() -> None:
    """Undo. What is known about shared positions is lost."""
    op.create_table(
        "shared_reviews",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shared_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_shared_reviews_game_id"),
        sa.PrimaryKeyConstraint("game_id", "channel_id", name="pk_shared_reviews"),
    )
    op.execute(_ONLY_SHARED_REVIEWS)
    op.drop_table("shares")
    for side in ("white", "black"):
        _index_finished_games(side)


def _index_finished_games(side: str, *filters: str) -> None:
    for name, guild in (
        (f"ix_games_finished_of_{side}", ()),
        (f"ix_games_finished_in_guild_of_{side}", ("guild_id",)),
    ):
        op.drop_index(name, "games")
        columns = [f"{side}_id", *guild, "finished_at", "id", *filters]
        op.create_index(name, "games", columns, sqlite_where=_FINISHED, postgresql_where=_FINISHED)

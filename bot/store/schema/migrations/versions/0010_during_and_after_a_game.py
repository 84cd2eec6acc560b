"""Offers, takebacks, conditional moves, notes, rematches, and how players choose their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't play conditional moves, nor end offers"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_CHOICES = ("confirm_moves", "compact_controls")


def upgrade() -> None:
    """Apply."""
    for name in _CHOICES:
        op.add_column("players", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "taken_back_moves",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("taken_back_at_revision", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(length=5), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_taken_back_moves_game_id"),
        sa.PrimaryKeyConstraint("game_id", "taken_back_at_revision", "ply", name="pk_taken_back_moves"),
    )
    op.create_table(
        "offers",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("colour", sa.String(length=8), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_offers_game_id"),
        sa.PrimaryKeyConstraint("game_id", "kind", "colour", name="pk_offers"),
    )
    op.create_table(
        "plans",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_plans_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_plans_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", "line", name="pk_plans"),
    )
    op.create_table(
        "notes",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_notes_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_notes_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_notes"),
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("challenge_id", _NUMBER, nullable=True),
        sa.Column("next_game_id", _NUMBER, nullable=True),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_rematches_challenge_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rematches_game_id"),
        sa.ForeignKeyConstraint(["next_game_id"], ["games.id"], name="fk_rematches_next_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_rematches"),
    )


def downgrade() -> None:
    """Undo."""
    for table in ("rematches", "notes", "plans", "offers", "taken_back_moves"):
        op.drop_table(table)
    for name in reversed(_CHOICES):
        op.drop_column("players", name)

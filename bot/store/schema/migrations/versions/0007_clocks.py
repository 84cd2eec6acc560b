"""Clocks: time per move, what comes due when, vacations, and when players want to be reminded."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't start the clock again after a move"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("move_seconds", sa.Integer(), nullable=True))
    op.add_column("players", sa.Column("reminders", sa.String(length=16), nullable=True))
    op.create_table(
        "due_times",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", _NUMBER, nullable=True),
        sa.Column("challenge_id", _NUMBER, nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_due_times_challenge_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_due_times_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_due_times_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_due_times"),
        sa.UniqueConstraint("game_id", "kind", name="uq_due_times_game_id_kind"),
        sa.UniqueConstraint("challenge_id", "kind", name="uq_due_times_challenge_id_kind"),
    )
    op.create_index("ix_due_times_at", "due_times", ["at"])
    op.create_index("ix_due_times_player_id", "due_times", ["player_id"])
    op.create_table(
        "vacations",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_vacations_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
    )
    op.create_index("ix_vacations_player_id_ends_at", "vacations", ["player_id", "ends_at"])


def downgrade() -> None:
    """Undo."""
    op.drop_table("vacations")
    op.drop_table("due_times")
    op.drop_column("players", "reminders")
    for table in ("games", "challenges"):
        op.drop_column(table, "move_seconds")

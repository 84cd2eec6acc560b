"""How good players' moves were in reviewed games, and indexes of rated wins and of games between two players.

What reviews say is computed from them, after the migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't note how good the moves of reviewed games were"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "accuracies",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_accuracies_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_accuracies_player_id"),
        sa.PrimaryKeyConstraint("game_id", "player_id", "pool", name="pk_accuracies"),
    )
    added_up = ["player_id", "pool", "ruleset", "kept", "decisions"]
    op.create_index(f"ix_accuracies_{'_'.join(added_up)}", "accuracies", added_up)
    op.drop_index("ix_games_white_id_black_id", "games")
    of_two = ["white_id", "black_id", "finished_at", "id", "guild_id", "ruleset", "winner", "reason"]
    op.create_index("ix_games_of_two", "games", of_two)
    won = sa.text("score = 1.0")
    op.create_index(
        "ix_rating_changes_won",
        "rating_changes",
        ["pool", "ruleset", "player_id", "opponent_rating", "event_id", "streak", "score"],
        sqlite_where=won,
        postgresql_where=won,
    )


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_rating_changes_won", "rating_changes")
    op.drop_index("ix_games_of_two", "games")
    op.create_index("ix_games_white_id_black_id", "games", ["white_id", "black_id"])
    op.drop_table("accuracies")

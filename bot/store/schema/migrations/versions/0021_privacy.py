"""When a server removed the bot, and indexes that find everything about a person."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
stop_reason = None

_REMOVED = sa.text("removed_at IS NOT NULL")

_REFERENCES = {
    "blocks": "blocked_id",
    "challenges": "opponent_id",
    "games": "black_id",
    "hints": "player_id",
    "ladder_rungs": "player_id",
    "moderation_acts": "moderator_id",
    "notes": "player_id",
    "own_boards": "player_id",
    "plans": "player_id",
    "presences": "player_id",
    "rating_changes": "opponent_id",
    "ratings": "player_id",
    "records": "player_id",
}
"""The columns that refer to players and weren't the first of any index."""

_OF_POOLS = ["pool", "ruleset", "player_id", "rated_at"]
_OF_PLAYERS = ["player_id", "pool", "ruleset", "rated_at"]


def upgrade() -> None:
    """Apply."""
    op.add_column("guilds", sa.Column("removed_at", sa.DateTime(timezone=True)))
    op.create_index(
        "ix_guilds_removed", "guilds", ["removed_at"], sqlite_where=_REMOVED, postgresql_where=_REMOVED
    )
    for table, column in _REFERENCES.items():
        op.create_index(f"ix_{table}_{column}", table, [column])
    _index_changes(_OF_PLAYERS, instead_of=_OF_POOLS)


def _index_changes(columns: list[str], *, instead_of: list[str]) -> None:
    op.drop_index(f"ix_rating_changes_{'_'.join(instead_of)}", "rating_changes")
    op.create_index(f"ix_rating_changes_{'_'.join(columns)}", "rating_changes", columns)


def downgrade() -> None:
    """Undo."""
    _index_changes(_OF_POOLS, instead_of=_OF_PLAYERS)
    for table, column in _REFERENCES.items():
        op.drop_index(f"ix_{table}_{column}", table)
    op.drop_index("ix_guilds_removed", "guilds")
    op.drop_column("guilds", "removed_at")

"""Indexes for what would otherwise be read in full: running games everywhere, streaks, rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None
stop_reason = None

_RUNNING = "status = 'active'"
_WON = "score = 1.0"
_RATING = ("pool", "ruleset", "player_id")


def upgrade() -> None:
    """Apply."""
    for side in ("white", "black"):
        _index(f"ix_games_running_anywhere_of_{side}", "games", (f"{side}_id", "id"), _RUNNING)
    op.drop_index("ix_rating_changes_won", "rating_changes")
    _index("ix_rating_changes_won", "rating_changes", (*_RATING, "opponent_rating", "event_id"), _WON)
    _index("ix_rating_changes_streak", "rating_changes", (*_RATING, "streak"), _WON)
    op.create_index("ix_rating_changes_games", "rating_changes", [*_RATING, "games"])


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_rating_changes_games", "rating_changes")
    op.drop_index("ix_rating_changes_streak", "rating_changes")
    op.drop_index("ix_rating_changes_won", "rating_changes")
    before = (*_RATING, "opponent_rating", "event_id", "streak", "score")
    _index("ix_rating_changes_won", "rating_changes", before, _WON)
    for side in ("black", "white"):
        op.drop_index(f"ix_games_running_anywhere_of_{side}", "games")


def _index(name: str, table: str, columns: tuple[str, ...], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, [*columns], sqlite_where=where, postgresql_where=where)

"""Open challenges come due in the table of due times."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't note when its challenges come due"


def upgrade() -> None:
    """Apply."""
    op.drop_index("ix_challenges_status_expires_at", "challenges")
    challenges = _table("challenges", "id", "status", "expires_at")
    due_times = _table("due_times", "kind", "at", "challenge_id")
    still_open = sa.select(sa.literal("challenge"), challenges.c.expires_at, challenges.c.id).where(
        challenges.c.status == "open"
    )
    op.execute(due_times.insert().from_select(["kind", "at", "challenge_id"], still_open))


def downgrade() -> None:
    """Undo."""
    due_times = _table("due_times", "kind")
    op.execute(due_times.delete().where(due_times.c.kind == "challenge"))
    op.create_index("ix_challenges_status_expires_at", "challenges", ["status", "expires_at"])


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *(sa.column(column) for column in columns))

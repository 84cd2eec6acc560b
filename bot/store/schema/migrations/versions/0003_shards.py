"""When people could last play is known for each shard, and for each process."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't know in which servers people can play"


def upgrade() -> None:
    """Add what's known of shards. Until now, people could play everywhere while any process was alive."""
    instant = sa.DateTime(timezone=True)
    op.add_column("heartbeats", sa.Column("answered_at", instant))
    op.create_table(
        "shards",
        sa.Column("shard_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shard_count", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answered_at", instant, nullable=False),
    )
    last = "SELECT 0, 1, max(beat_at) FROM heartbeats HAVING max(beat_at) IS NOT NULL"
    op.execute(sa.text(f"INSERT INTO shards {last}"))

"""Game nights, and who is in them."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema.tables import Instant

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't know what to do with the games of game nights"


def upgrade() -> None:
    """Add two tables."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "nights",
        sa.Column("id", number, sa.ForeignKey("events.id"), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, sa.ForeignKey("guilds.id"), nullable=False),
        sa.Column("host_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        *(sa.Column(name, sa.String(16), nullable=False) for name in ("language", "theme", "status")),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        *(sa.Column(name, Instant) for name in ("ended_at", "waits_until", "due_at")),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("unsettled", "lost")),
        sa.Column("shown", sa.Integer),
        sa.Column("shown_at", Instant),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("told_end", "told_loss")),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("stages", sa.Text),
        sa.Column("played", sa.Integer),
        sa.Column("scheduled_id", sa.BigInteger),
    )
    op.create_table(
        "night_entrants",
        sa.Column("night_id", number, sa.ForeignKey("nights.id"), primary_key=True, autoincrement=False),
        sa.Column(
            "player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("joined_at", Instant, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("provisional", "had_bye")),
        sa.Column("free_since", Instant),
        sa.Column("leaving", sa.String(16)),
        *(sa.Column(name, sa.Integer) for name in ("left_in", "medal")),
    )
    for table, column in (("nights", "guild_id"), ("nights", "host_id"), ("night_entrants", "player_id")):
        op.create_index(f"ix_{table}_{column}", table, [column])
    waits, goes_on = sa.text("due_at IS NOT NULL"), sa.text("ended_at IS NULL")
    for name, columns, where in (("due", ["due_at"], waits), ("current", ["guild_id", "id"], goes_on)):
        op.create_index(f"ix_nights_{name}", "nights", columns, sqlite_where=where, postgresql_where=where)

"""Open challenges and codes, expiry, threads, blocks, and who may challenge whom."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
stop_reason = "an older version can't store challenges, which now need an expiry"

_STATUSES = "status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')"
_FORMER_STATUSES = "status IN ('open', 'accepted', 'declined', 'cancelled')"
# How long a challenge to one person stays open, as it was when this migration was written.
_LIFETIME = timedelta(days=3)


def upgrade() -> None:
    """Apply."""
    _detach_games()
    with op.batch_alter_table("challenges") as challenges:
        challenges.alter_column("opponent_id", existing_type=sa.BigInteger(), nullable=True)
        challenges.drop_constraint("ck_challenges_status", type_="check")
        challenges.create_check_constraint("ck_challenges_status", _STATUSES)
        challenges.add_column(sa.Column("thread", sa.Boolean(), nullable=False, server_default=sa.false()))
        challenges.add_column(sa.Column("code", sa.String(length=8), nullable=True))
        challenges.add_column(sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True))
        challenges.create_unique_constraint("uq_challenges_code", ["code"])
    _set_expiry()
    with op.batch_alter_table("challenges") as challenges:
        existing = sa.DateTime(timezone=True)
        challenges.alter_column("expires_at", existing_type=existing, nullable=False)
    _attach_games()
    op.create_index("ix_challenges_challenger_id", "challenges", ["challenger_id"])
    op.create_index("ix_challenges_status_expires_at", "challenges", ["status", "expires_at"])
    op.add_column("players", sa.Column("welcome", sa.String(length=16), nullable=True))
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("player_id <> blocked_id", name="ck_blocks_two_people"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_blocks_player_id"),
        sa.ForeignKeyConstraint(["blocked_id"], ["players.id"], name="fk_blocks_blocked_id"),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name="pk_blocks"),
    )


def downgrade() -> None:
    """Undo. Challenges that no one joined don't fit into the old table and are deleted."""
    op.drop_table("blocks")
    op.drop_column("players", "welcome")
    op.drop_index("ix_challenges_status_expires_at", "challenges")
    op.drop_index("ix_challenges_challenger_id", "challenges")
    challenges = _challenges()
    op.execute(challenges.delete().where(challenges.c.opponent_id.is_(None)))
    op.execute(challenges.update().where(challenges.c.status == "expired").values(status="cancelled"))
    _detach_games()
    with op.batch_alter_table("challenges") as batch:
        batch.drop_constraint("uq_challenges_code", type_="unique")
        for column in ("expires_at", "code", "thread"):
            batch.drop_column(column)
        batch.drop_constraint("ck_challenges_status", type_="check")
        batch.create_check_constraint("ck_challenges_status", _FORMER_STATUSES)
        batch.alter_column("opponent_id", existing_type=sa.BigInteger(), nullable=False)
    _attach_games()


def _set_expiry() -> None:
    challenges = _challenges()
    op.execute(challenges.update().values(expires_at=challenges.c.created_at))
    still_open = sa.select(challenges.c.id, challenges.c.created_at).where(challenges.c.status == "open")
    for number, created_at in op.get_bind().execute(still_open).all():
        row = challenges.update().where(challenges.c.id == number)
        op.execute(row.values(expires_at=created_at + _LIFETIME))


def _challenges() -> sa.TableClause:
    instant = sa.DateTime(timezone=True)
    columns = (("id", sa.BigInteger()), ("opponent_id", sa.BigInteger()), ("status", sa.String()))
    return sa.table(
        "challenges",
        *(sa.column(name, type_) for name, type_ in columns),
        sa.column("created_at", instant),
        sa.column("expires_at", instant),
    )


# SQLite alters a table by rebuilding it, and doesn't drop a table that rows of another one point to. So the
# games are detached from their challenges meanwhile.
def _detach_games() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute(
        "CREATE TEMPORARY TABLE begun AS SELECT id, challenge_id FROM games WHERE challenge_id IS NOT NULL"
    )
    op.execute("UPDATE games SET challenge_id = NULL")


def _attach_games() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute("UPDATE games SET challenge_id = (SELECT challenge_id FROM begun WHERE begun.id = games.id)")
    op.execute("DROP TABLE begun")

"""People can hear of others who look for an opponent."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema.tables import Instant

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
stop_reason = "an older version can't delete where people want to hear of others who ask for it"


def upgrade() -> None:
    """Add the choices of players, where they apply, and what they've heard."""
    for name in ("notice_reach", "notice_mode", "notice_clocks"):
        op.add_column("players", sa.Column(name, sa.String(16)))
    op.add_column("players", sa.Column("noticed_at", Instant))
    op.add_column("players", sa.Column("noticed_about", sa.BigInteger))
    op.add_column("players", sa.Column("notice_due", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("searches", sa.Column("tell_at", Instant))
    op.create_table(
        "notice_servers",
        *(
            sa.Column(
                name, sa.BigInteger, sa.ForeignKey(f"{table}.id"), primary_key=True, autoincrement=False
            )
            for name, table in (("guild_id", "guilds"), ("player_id", "players"))
        ),
    )
    op.create_index("ix_notice_servers_player_id", "notice_servers", ["player_id"])
    hearing, due = sa.column("notice_reach").is_not(None), sa.column("notice_due").is_(sa.true())
    for name, condition in (("hearing", hearing), ("to_notice", due)):
        op.create_index(
            f"ix_players_{name}", "players", ["id"], sqlite_where=condition, postgresql_where=condition
        )

"""It's known what people's games of the day were worth, and which of that is shared in which channel."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the columns, the table, and their indexes."""
    with op.batch_alter_table("daily_games") as daily_games:
        daily_games.add_column(sa.Column("guild_id", sa.BigInteger, sa.ForeignKey("guilds.id")))
        daily_games.add_column(sa.Column("squares", sa.String(40)))
        daily_games.add_column(sa.Column("result", sa.String(8)))
        daily_games.add_column(sa.Column("quality", sa.Integer))
        daily_games.add_column(sa.Column("plies", sa.Integer))
        daily_games.add_column(sa.Column("channel_id", sa.BigInteger))
    op.create_table(
        "daily_cards",
        sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Date, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, sa.ForeignKey("guilds.id"), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shared", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
    )
    op.create_index("ix_daily_games_guild_id_day", "daily_games", ["guild_id", "day"])
    op.create_index("ix_daily_games_channel_id_day", "daily_games", ["channel_id", "day"])
    op.create_index("ix_daily_cards_guild_id", "daily_cards", ["guild_id"])
    waiting = sa.text("quality IS NULL")
    op.create_index(
        "ix_daily_games_to_judge", "daily_games", ["day"], sqlite_where=waiting, postgresql_where=waiting
    )
    outdated = sa.text("listed != shared")
    op.create_index(
        "ix_daily_cards_outdated",
        "daily_cards",
        ["day", "channel_id"],
        sqlite_where=outdated,
        postgresql_where=outdated,
    )

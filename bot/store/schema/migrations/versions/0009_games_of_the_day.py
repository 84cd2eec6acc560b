"""There's a game of the day: what everyone plays, and who has begun theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
stop_reason = "an older version would let people get help in games of the day, and cancel them"


def upgrade() -> None:
    """Add the tables, and the day of a game."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("games", sa.Column("day", sa.Date))
    op.create_table(
        "daily_starts",
        sa.Column("day", sa.Date, primary_key=True, autoincrement=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("course", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "daily_games",
        sa.Column(
            "player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("day", sa.Date, primary_key=True, autoincrement=False),
        sa.Column("game_id", number, sa.ForeignKey("games.id"), nullable=False, unique=True),
    )

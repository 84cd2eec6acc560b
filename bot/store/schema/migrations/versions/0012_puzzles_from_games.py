"""Finished games may become puzzles in their servers, if both players allow it."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema.tables import Instant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
stop_reason = "an older version can't delete the puzzles from the games of whoever asks for it"


def upgrade() -> None:
    """Add the choice of players, and the puzzles."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("players", sa.Column("game_puzzles", sa.String(8)))
    op.create_table(
        "game_puzzles",
        sa.Column("game_id", number, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, sa.ForeignKey("guilds.id"), nullable=False),
        *(sa.Column(name, sa.String(8)) for name in ("goal", "difficulty")),
        sa.Column("nodes", sa.Integer),
        sa.Column("play", sa.Text),
        sa.Column("made_at", Instant, nullable=False),
    )
    op.create_index("ix_game_puzzles_guild_id_game_id", "game_puzzles", ["guild_id", "game_id"])

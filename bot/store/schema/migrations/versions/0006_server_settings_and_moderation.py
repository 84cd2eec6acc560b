"""Servers' choices for their games, the channel for results, languages, and the moderation log."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
stop_reason = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_CHOICES = (
    ("ruleset", sa.String(length=16)),
    ("move_seconds", sa.Integer()),
    ("start", sa.String(length=16)),
    ("rated", sa.Boolean()),
    ("thread", sa.Boolean()),
    ("language", sa.String(length=16)),
    ("announcement_channel_id", sa.BigInteger()),
)


def upgrade() -> None:
    """Apply."""
    for name, type_ in _CHOICES:
        op.add_column("guilds", sa.Column(name, type_, nullable=True))
    op.add_column("players", sa.Column("language", sa.String(length=16), nullable=True))
    op.add_column("games", sa.Column("announcement_channel_id", sa.BigInteger(), nullable=True))
    op.create_index("ix_games_announcement_channel_id", "games", ["announcement_channel_id"])
    op.create_table(
        "allowed_channels",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_allowed_channels_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", "channel_id", name="pk_allowed_channels"),
    )
    op.create_table(
        "moderation_acts",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("moderator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("proposed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moderation_acts_game_id"),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_moderation_acts_guild_id"),
        sa.ForeignKeyConstraint(["moderator_id"], ["players.id"], name="fk_moderation_acts_moderator_id"),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_acts"),
    )
    op.create_index("ix_moderation_acts_guild_id_done_at", "moderation_acts", ["guild_id", "done_at"])


def downgrade() -> None:
    """Undo."""
    op.drop_table("moderation_acts")
    op.drop_table("allowed_channels")
    op.drop_index("ix_games_announcement_channel_id", "games")
    op.drop_column("games", "announcement_channel_id")
    op.drop_column("players", "language")
    for name, _type in reversed(_CHOICES):
        op.drop_column("guilds", name)

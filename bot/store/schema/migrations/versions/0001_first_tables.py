"""The first tables: guilds, players, challenges, games, moves and heartbeats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
stop_reason = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_heartbeats"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.String(length=16), nullable=False),
        sa.Column("colour", sa.String(length=8), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("colour IN ('white', 'black', 'random')", name="ck_challenges_colour"),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'cancelled')", name="ck_challenges_status"
        ),
        sa.CheckConstraint("challenger_id <> opponent_id", name="ck_challenges_two_people"),
        sa.ForeignKeyConstraint(["challenger_id"], ["players.id"], name="fk_challenges_challenger_id"),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_challenges_guild_id"),
        sa.ForeignKeyConstraint(["opponent_id"], ["players.id"], name="fk_challenges_opponent_id"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_table(
        "games",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("challenge_id", _NUMBER, nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("white_id", sa.BigInteger(), nullable=False),
        sa.Column("black_id", sa.BigInteger(), nullable=False),
        sa.Column("white_name", sa.String(length=100), nullable=False),
        sa.Column("black_name", sa.String(length=100), nullable=False),
        sa.Column("ruleset", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("winner", sa.String(length=8), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("dirty", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(status = 'finished') = (reason IS NOT NULL)", name="ck_games_reason"),
        sa.CheckConstraint("status IN ('active', 'finished')", name="ck_games_status"),
        sa.CheckConstraint("winner IN ('white', 'black')", name="ck_games_winner"),
        sa.CheckConstraint("white_id <> black_id", name="ck_games_two_people"),
        sa.ForeignKeyConstraint(["black_id"], ["players.id"], name="fk_games_black_id"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_games_challenge_id"),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_games_guild_id"),
        sa.ForeignKeyConstraint(["white_id"], ["players.id"], name="fk_games_white_id"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("challenge_id", name="uq_games_challenge_id"),
    )
    op.create_index("ix_games_black_id_status", "games", ["black_id", "status"], unique=False)
    op.create_index("ix_games_dirty", "games", ["dirty"], unique=False)
    op.create_index("ix_games_guild_id_status", "games", ["guild_id", "status"], unique=False)
    op.create_index("ix_games_white_id_status", "games", ["white_id", "status"], unique=False)
    op.create_table(
        "moves",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("move", sa.String(length=5), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id"),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_moves"),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("moves")
    op.drop_table("games")
    op.drop_table("challenges")
    op.drop_table("players")
    op.drop_table("heartbeats")
    op.drop_table("guilds")

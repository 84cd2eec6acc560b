"""Players' records, seasons, and everything needed to rate later games again.

Records, the computer's ladder and ratings are computed from the games, after the migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
stop_reason = "an older version can't store standings and ratings in tables that were replaced"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Apply."""
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.drop_table("standings")
    op.execute("DELETE FROM ladder_rungs")
    op.add_column("guilds", sa.Column("monthly_seasons", sa.Boolean()))
    for name in ("text_leaderboard", "unlisted"):
        op.add_column("players", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    condition = sa.column("unlisted", sa.Boolean()).is_(sa.true())
    op.create_index(
        "ix_players_unlisted", "players", ["id"], sqlite_where=condition, postgresql_where=condition
    )
    _create_records()
    _create_seasons()
    _create_ratings()
    _create_events()
    _create_changes()
    op.execute(
        "INSERT INTO rating_events (id, ruleset, game_id) SELECT rated_games.id, games.ruleset, games.id "
        "FROM rated_games JOIN games ON games.id = rated_games.game_id ORDER BY rated_games.id"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "SELECT setval(pg_get_serial_sequence('rating_events', 'id'), "
            "(SELECT COALESCE(MAX(id), 0) + 1 FROM rating_events), false)"
        )
    op.drop_table("rated_games")


def _create_records() -> None:
    op.create_table(
        "records",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("colour", sa.String(8), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.CheckConstraint("colour IN ('white', 'black')", name="ck_records_colour"),
        sa.CheckConstraint("result IN ('win', 'draw', 'loss')", name="ck_records_result"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_records_player_id"),
        sa.PrimaryKeyConstraint(
            "pool", "player_id", "ruleset", "colour", "result", "reason", name="pk_records"
        ),
    )


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("started_at", _INSTANT, nullable=False),
        sa.Column("ended_at", _INSTANT),
        sa.Column("announcement_channel_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_seasons_guild_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("guild_id", "number", name="uq_seasons_guild_id_number"),
    )
    op.create_table(
        "season_places",
        sa.Column("season_id", _NUMBER, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("rank", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_places_season_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_season_places_player_id"),
        sa.PrimaryKeyConstraint("season_id", "ruleset", "rank", name="pk_season_places"),
    )
    op.create_index("ix_season_places_player_id", "season_places", ["player_id"])

    announced = sa.column("announcement_channel_id").is_not(None)
    monthly = sa.column("monthly_seasons", sa.Boolean()).is_(sa.true())
    for name, table, column, condition, unique in (
        ("ix_seasons_running", "seasons", "guild_id", sa.column("ended_at").is_(None), True),
        ("ix_seasons_to_announce", "seasons", "id", announced, False),
        ("ix_guilds_with_monthly_seasons", "guilds", "id", monthly, False),
    ):
        op.create_index(
            name, table, [column], unique=unique, sqlite_where=condition, postgresql_where=condition
        )


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
        sa.Column("established_until", _INSTANT),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
        sa.PrimaryKeyConstraint("pool", "ruleset", "player_id", name="pk_ratings"),
    )
    established = sa.text("established_until IS NOT NULL")
    op.create_index(
        "ix_ratings_established",
        "ratings",
        ["pool", "ruleset", sa.text("rating DESC"), "player_id", "established_until", "rated_at"],
        sqlite_where=established,
        postgresql_where=established,
    )
    provisional = sa.text("established_until IS NULL")
    op.create_index(
        "ix_ratings_provisional",
        "ratings",
        ["pool", "ruleset", sa.text("rating DESC"), "player_id", "rated_at"],
        sqlite_where=provisional,
        postgresql_where=provisional,
    )
    op.create_table(
        "outdated_ratings",
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("after_event_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ruleset", name="pk_outdated_ratings"),
    )


def _create_events() -> None:
    op.create_table(
        "rating_events",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("ruleset", sa.String(16)),
        sa.Column("game_id", _NUMBER),
        sa.Column("season_id", _NUMBER),
        sa.CheckConstraint("(game_id IS NULL) <> (season_id IS NULL)", name="ck_rating_events_one_cause"),
        sa.CheckConstraint("(game_id IS NULL) = (ruleset IS NULL)", name="ck_rating_events_ruleset"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_events_game_id"),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_rating_events_season_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rating_events"),
        sa.UniqueConstraint("game_id", name="uq_rating_events_game_id"),
        sa.UniqueConstraint("season_id", name="uq_rating_events_season_id"),
    )
    op.create_index("ix_rating_events_ruleset_id", "rating_events", ["ruleset", "id"])


def _create_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("event_id", _NUMBER, nullable=False),
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_rating", sa.Double(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_changes_player_id"),
        sa.ForeignKeyConstraint(["event_id"], ["rating_events.id"], name="fk_rating_changes_event_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_changes_game_id"),
        sa.ForeignKeyConstraint(["opponent_id"], ["players.id"], name="fk_rating_changes_opponent_id"),
        sa.PrimaryKeyConstraint("pool", "ruleset", "player_id", "event_id", name="pk_rating_changes"),
        sa.UniqueConstraint("game_id", "pool", "player_id", name="uq_rating_changes_game_id_pool_player_id"),
    )
    for columns in (
        ["pool", "ruleset", "player_id", "rated_at"],
        ["event_id"],
    ):
        op.create_index(f"ix_rating_changes_{'_'.join(columns)}", "rating_changes", columns)


def downgrade() -> None:
    """Undo. Ratings and counts start over, and seasons are forgotten."""
    op.create_table(
        "rated_games",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rated_games_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rated_games"),
        sa.UniqueConstraint("game_id", name="uq_rated_games_game_id"),
    )
    op.execute(
        "INSERT INTO rated_games (game_id) SELECT game_id FROM rating_events "
        "WHERE game_id IS NOT NULL ORDER BY id"
    )
    for name in ("rating_changes", "rating_events", "ratings", "season_places", "seasons", "records"):
        op.drop_table(name)
    op.drop_table("outdated_ratings")
    op.drop_index("ix_players_unlisted", "players")
    for name in ("unlisted", "text_leaderboard"):
        op.drop_column("players", name)
    op.drop_index("ix_guilds_with_monthly_seasons", "guilds")
    op.drop_column("guilds", "monthly_seasons")
    op.execute("DELETE FROM ladder_rungs")
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_standings_guild_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player_id"),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name="pk_standings"),
    )
    op.create_index(
        "ix_standings_order",
        "standings",
        ["guild_id", sa.text("wins DESC"), "losses", sa.text("draws DESC"), "player_id"],
    )
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
        sa.PrimaryKeyConstraint("pool", "ruleset", "player_id", name="pk_ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_changes_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_changes_player_id"),
        sa.PrimaryKeyConstraint("game_id", "pool", "player_id", name="pk_rating_changes"),
    )

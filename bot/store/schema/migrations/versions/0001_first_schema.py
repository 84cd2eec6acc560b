"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
stop_reason = None

_INSTANT = sa.DateTime(timezone=True)
# SQLite only numbers rows automatically if the key's type is exactly INTEGER.
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    _create_tables()
    _create_indexes()


def _create_tables() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("theme", sa.String(16)),
        sa.Column("puzzle_channel_id", sa.BigInteger()),
        sa.Column("puzzle_language", sa.String(16)),
        sa.Column("puzzle_hour", sa.Integer()),
        sa.Column("ruleset", sa.String(16)),
        sa.Column("move_seconds", sa.Integer()),
        sa.Column("start", sa.String(16)),
        sa.Column("rated", sa.Boolean()),
        sa.Column("thread", sa.Boolean()),
        sa.Column("language", sa.String(16)),
        sa.Column("announcement_channel_id", sa.BigInteger()),
        sa.Column("monthly_seasons", sa.Boolean()),
        sa.Column("removed_at", _INSTANT),
    )
    op.create_table(
        "allowed_channels",
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("theme", sa.String(16)),
        sa.Column("notices", sa.String(8)),
        sa.Column("welcome", sa.String(16)),
        sa.Column("language", sa.String(16)),
        sa.Column("reminders", sa.String(16)),
        sa.Column("confirm_moves", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("compact_controls", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("text_leaderboard", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("unlisted", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("text_board", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.CheckConstraint("player_id <> blocked_id", name="two_people"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id")),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("challenger_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), sa.ForeignKey("players.id"), index=True),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("closed_at", _INSTANT),
        sa.Column("theme", sa.String(16), nullable=False, server_default="aegean"),
        sa.Column("start", sa.String(16), nullable=False, server_default="plain"),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("thread", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("code", sa.String(8), unique=True),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.Column("move_seconds", sa.Integer()),
        sa.Column("reachable", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.CheckConstraint("color IN ('white', 'black', 'random')", name="color"),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'canceled', 'expired')", name="status"
        ),
        sa.CheckConstraint("challenger_id <> opponent_id", name="two_people"),
        sa.Index(None, "challenger_id", "created_at"),
    )
    op.create_table(
        "games",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("challenge_id", _NUMBER, sa.ForeignKey("challenges.id"), unique=True),
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id")),
        sa.Column("white_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("black_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("white_name", sa.String(100), nullable=False),
        sa.Column("black_name", sa.String(100), nullable=False),
        sa.Column("white_helped", sa.Boolean(), nullable=False),
        sa.Column("black_helped", sa.Boolean(), nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("start", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("swapped", sa.Boolean(), nullable=False),
        sa.Column("move_seconds", sa.Integer()),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("winner", sa.String(8)),
        sa.Column("reason", sa.String(16)),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("played_at", _INSTANT),
        sa.Column("finished_at", _INSTANT),
        sa.Column("dirty", sa.Boolean(), nullable=False),
        sa.Column("computer_moves", sa.Boolean(), nullable=False),
        sa.Column("stalled", sa.Boolean(), nullable=False),
        sa.Column("text_board", sa.Boolean()),
        sa.Column("announcement_channel_id", sa.BigInteger()),
        sa.Column("moves", sa.Text()),
        sa.Column("takebacks", sa.Text()),
        sa.Column("offers", sa.Text()),
        sa.Column("conditional_moves", sa.Text()),
        sa.Column("presence", sa.Text()),
        sa.Column("given_hints", sa.Text()),
        sa.Column("boards", sa.Text(), nullable=False),
        sa.CheckConstraint("status IN ('active', 'finished')", name="status"),
        sa.CheckConstraint("winner IN ('white', 'black')", name="winner"),
        sa.CheckConstraint("(status = 'finished') = (reason IS NOT NULL)", name="reason"),
        sa.CheckConstraint("white_id <> black_id", name="two_people"),
    )
    op.create_table(
        "notes",
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("challenge_id", _NUMBER, sa.ForeignKey("challenges.id")),
        sa.Column("next_game_id", _NUMBER, sa.ForeignKey("games.id")),
        sa.Index(None, "challenge_id"),
        sa.Index(None, "next_game_id"),
    )
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
        sa.Column("established_until", _INSTANT),
    )
    op.create_table(
        "seasons",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("started_at", _INSTANT, nullable=False),
        sa.Column("ended_at", _INSTANT),
        sa.Column("announcement_channel_id", sa.BigInteger()),
        sa.UniqueConstraint("guild_id", "number"),
    )
    op.create_table(
        "season_places",
        sa.Column("season_id", _NUMBER, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("rank", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Index(None, "player_id"),
    )
    op.create_table(
        "rating_events",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("ruleset", sa.String(16)),
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), unique=True),
        sa.Column("season_id", _NUMBER, sa.ForeignKey("seasons.id"), unique=True),
        sa.CheckConstraint("(game_id IS NULL) <> (season_id IS NULL)", name="one_cause"),
        sa.CheckConstraint("(game_id IS NULL) = (ruleset IS NULL)", name="ruleset"),
        sa.Index(None, "ruleset", "id"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("event_id", _NUMBER, sa.ForeignKey("rating_events.id"), primary_key=True),
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("opponent_rating", sa.Double(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
        sa.UniqueConstraint("game_id", "pool", "player_id"),
        sa.Index(None, "event_id"),
        sa.Index(None, "player_id", "pool", "ruleset", "rated_at"),
    )
    op.create_table(
        "outdated_ratings",
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("after_event_id", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("color", sa.String(8), primary_key=True),
        sa.Column("result", sa.String(8), primary_key=True),
        sa.Column("reason", sa.String(16), primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.CheckConstraint("color IN ('white', 'black')", name="color"),
        sa.CheckConstraint("result IN ('win', 'draw', 'loss')", name="result"),
    )
    op.create_table(
        "ladder_rungs",
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("first_won_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "opening_moves",
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("position", sa.String(16), primary_key=True),
        sa.Column("move", sa.String(1), primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
    )
    op.create_table(
        "training",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("ruleset", sa.String(16), primary_key=True),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("trained_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("made_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "accuracies",
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("pool", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Index(None, "player_id", "pool", "ruleset", "kept", "decisions"),
    )
    op.create_table(
        "shares",
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("shared_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "shared_positions",
        sa.Column("position", sa.String(40), primary_key=True),
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("shared_at", _INSTANT, nullable=False),
        sa.Index(None, "shared_at"),
    )
    op.create_table(
        "seen_interactions",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("seen_at", _INSTANT, nullable=False),
        sa.Column("process", sa.String(32)),
        sa.Index(None, "seen_at"),
    )
    op.create_table(
        "puzzle_results",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved_at", _INSTANT),
        sa.Column("shown_at", _INSTANT),
    )
    op.create_table(
        "puzzle_solvers",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("rated_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("outdated", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "daily_solves",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("solved_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "puzzle_months",
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), primary_key=True),
        sa.Column("month", sa.Date(), primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("reached_at", _INSTANT, nullable=False),
        sa.Index(None, "player_id"),
    )
    op.create_table(
        "badges",
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("badge", sa.String(32), primary_key=True),
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id")),
        sa.Column("earned_at", _INSTANT, nullable=False),
        sa.Index(None, "game_id"),
    )
    op.create_table(
        "moderation_acts",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), sa.ForeignKey("guilds.id"), nullable=False),
        sa.Column("moderator_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("reason", sa.String(200)),
        sa.Column("proposed_at", _INSTANT, nullable=False),
        sa.Column("done_at", _INSTANT),
        sa.Index(None, "game_id"),
        sa.Index(None, "guild_id", "done_at", "id"),
    )
    op.create_table(
        "due_times",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("game_id", _NUMBER, sa.ForeignKey("games.id")),
        sa.Column("challenge_id", _NUMBER, sa.ForeignKey("challenges.id")),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id")),
        sa.UniqueConstraint("game_id", "kind"),
        sa.UniqueConstraint("challenge_id", "kind"),
        sa.Index(None, "at"),
        sa.Index(None, "player_id"),
    )
    op.create_table(
        "vacations",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("player_id", sa.BigInteger(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("starts_at", _INSTANT, nullable=False),
        sa.Column("ends_at", _INSTANT, nullable=False),
        sa.Index(None, "player_id", "ends_at"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("term", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "synced_commands",
        sa.Column("application_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("beat_at", _INSTANT, nullable=False),
    )
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("free_at", _INSTANT, nullable=False),
    )


def _create_indexes() -> None:
    """Create those with their own condition or order."""
    running, finished = sa.text("status = 'active'"), sa.text("status = 'finished'")
    for side, other in (("white", "black"), ("black", "white")):
        player, filters = f"{side}_id", ("ruleset", "winner", f"{other}_id")
        _partial(f"ix_games_running_of_{side}", "games", running, player, "guild_id", "id")
        _partial(f"ix_games_running_anywhere_of_{side}", "games", running, player, "id")
        _partial(f"ix_games_finished_of_{side}", "games", finished, player, "finished_at", "id", *filters)
        _partial(
            f"ix_games_finished_in_guild_of_{side}",
            "games",
            finished,
            player,
            "guild_id",
            "finished_at",
            "id",
            *filters,
        )
    op.create_index(
        "ix_games_of_two",
        "games",
        ["white_id", "black_id", "finished_at", "id", "guild_id", "ruleset", "winner", "reason"],
    )
    _partial("ix_games_running_in_guild", "games", running, "guild_id", "id")
    _partial("ix_games_unshown", "games", _is_true("dirty"), "id")
    _partial("ix_games_waiting_for_computer", "games", _is_true("computer_moves"), "id")
    _partial("ix_games_to_announce", "games", sa.text("announcement_channel_id IS NOT NULL"), "id")
    _partial("ix_challenges_open", "challenges", sa.text("status = 'open'"), "challenger_id", "opponent_id")
    _partial(
        "ix_challenges_declined",
        "challenges",
        sa.text("status = 'declined'"),
        "challenger_id",
        "opponent_id",
        "closed_at",
    )
    _partial("ix_players_unlisted", "players", _is_true("unlisted"), "id")
    _partial("ix_guilds_with_puzzle", "guilds", sa.text("puzzle_channel_id IS NOT NULL"), "id")
    _partial("ix_daily_puzzles_outdated", "daily_puzzles", _is_true("outdated"), "guild_id", "day")
    _partial("ix_guilds_with_monthly_seasons", "guilds", _is_true("monthly_seasons"), "id")
    _partial("ix_seasons_running", "seasons", sa.text("ended_at IS NULL"), "guild_id", unique=True)
    _partial("ix_seasons_to_announce", "seasons", sa.text("announcement_channel_id IS NOT NULL"), "id")
    _partial("ix_guilds_removed", "guilds", sa.text("removed_at IS NOT NULL"), "removed_at")
    _partial(
        "ix_ratings_established",
        "ratings",
        sa.text("established_until IS NOT NULL"),
        "pool",
        "ruleset",
        sa.text("rating DESC"),
        "player_id",
        "established_until",
        "rated_at",
    )
    _partial(
        "ix_ratings_provisional",
        "ratings",
        sa.text("established_until IS NULL"),
        "pool",
        "ruleset",
        sa.text("rating DESC"),
        "player_id",
        "rated_at",
    )
    won, rating = sa.text("score = 1.0"), ("pool", "ruleset", "player_id")
    _partial("ix_rating_changes_won", "rating_changes", won, *rating, "opponent_rating", "event_id")
    _partial("ix_rating_changes_streak", "rating_changes", won, *rating, "streak")
    op.create_index("ix_rating_changes_games", "rating_changes", [*rating, "games"])
    op.create_index(
        "ix_ladder_rungs_order",
        "ladder_rungs",
        ["pool", sa.text("level DESC"), sa.text("wins DESC"), "first_won_at", "player_id"],
    )
    op.create_index(
        "ix_daily_solves_order",
        "daily_solves",
        ["guild_id", "day", sa.text("streak DESC"), "solved_at", "player_id"],
    )
    op.create_index(
        "ix_puzzle_months_order",
        "puzzle_months",
        ["guild_id", "month", sa.text("solved DESC"), "reached_at", "player_id"],
    )
    op.create_index("ix_blocks_order", "blocks", ["player_id", sa.text("created_at DESC"), "blocked_id"])


def _partial(
    name: str,
    table: str,
    condition: sa.TextClause | sa.ColumnElement[bool],
    *columns: str | sa.TextClause,
    unique: bool = False,
) -> None:
    op.create_index(
        name, table, [*columns], unique=unique, sqlite_where=condition, postgresql_where=condition
    )


def _is_true(column: str) -> sa.ColumnElement[bool]:
    return sa.column(column, sa.Boolean()).is_(sa.true())

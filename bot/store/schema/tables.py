"""The tables. A new database is made from them; ``migrations`` builds the same ones, as a test checks.

Indexes with their own condition or order are in ``bot.store.schema.indexes``.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Instant(TypeDecorator[datetime]):
    """An aware datetime in UTC. SQLite forgets time zones, so this type restores UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store in UTC; a naive value is a bug."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            message = "an instant must be aware"
            raise ValueError(message)
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return an aware value."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


DEFAULT_THEME = "aegean"
DEFAULT_START = "plain"

COMPUTER_LEVELS = range(1, 9)
"""The computer's levels. Each is also a player whose id is the level; Discord's ids are never that small."""

DELETED_IDS = (-(2**63), 0)
"""The lowest and the highest id that a deleted player can have. Discord's are higher."""

EVERYWHERE = 0
"""The pool of all games, wherever they're played. Every other pool has its server's id."""

# SQLite only numbers rows automatically if the key's type is exactly INTEGER.
_Number = BigInteger().with_variant(Integer, "sqlite")

guilds = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("created_at", Instant, nullable=False),
    Column("theme", String(16)),
    Column("puzzle_channel_id", BigInteger),
    Column("puzzle_language", String(16)),
    Column("puzzle_hour", Integer),
    Column("ruleset", String(16)),
    Column("move_seconds", Integer),
    Column("start", String(16)),
    Column("rated", Boolean),
    Column("thread", Boolean),
    Column("language", String(16)),
    Column("announcement_channel_id", BigInteger),
    Column("monthly_seasons", Boolean),
    Column("removed_at", Instant),
)

allowed_channels = Table(
    "allowed_channels",
    metadata,
    Column("guild_id", ForeignKey("guilds.id"), primary_key=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("theme", String(16)),
    Column("notices", String(8)),
    Column("welcome", String(16)),
    Column("language", String(16)),
    Column("reminders", String(16)),
    Column("confirm_moves", Boolean, nullable=False, server_default=false()),
    Column("compact_controls", Boolean, nullable=False, server_default=false()),
    Column("text_leaderboard", Boolean, nullable=False, server_default=false()),
    Column("unlisted", Boolean, nullable=False, server_default=false()),
    Column("text_board", Boolean, nullable=False, server_default=false()),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("created_at", Instant, nullable=False),
    CheckConstraint("player_id <> blocked_id", name="two_people"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("guild_id", ForeignKey("guilds.id")),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("challenger_id", ForeignKey("players.id"), nullable=False),
    Column("opponent_id", ForeignKey("players.id"), index=True),
    Column("ruleset", String(16), nullable=False),
    Column("color", String(8), nullable=False),
    Column("language", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Column("theme", String(16), nullable=False, server_default=DEFAULT_THEME),
    Column("start", String(16), nullable=False, server_default=DEFAULT_START),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("thread", Boolean, nullable=False, server_default=false()),
    Column("code", String(8), unique=True),
    Column("expires_at", Instant, nullable=False),
    Column("move_seconds", Integer),
    Column("reachable", Boolean, nullable=False, server_default=true()),
    CheckConstraint("color IN ('white', 'black', 'random')", name="color"),
    CheckConstraint("status IN ('open', 'accepted', 'declined', 'canceled', 'expired')", name="status"),
    CheckConstraint("challenger_id <> opponent_id", name="two_people"),
    Index(None, "challenger_id", "created_at"),
)

# A match, with columns for what's asked across matches. The texts are JSON, read and written with the match
# only; they name colors and places, never people. ``bot.matches.games.storing`` says what's in them.
games = Table(
    "games",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("challenge_id", ForeignKey("challenges.id"), unique=True),
    Column("guild_id", ForeignKey("guilds.id")),
    Column("white_id", ForeignKey("players.id"), nullable=False),
    Column("black_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("white_name", String(100), nullable=False),
    Column("black_name", String(100), nullable=False),
    Column("white_helped", Boolean, nullable=False),
    Column("black_helped", Boolean, nullable=False),
    Column("ruleset", String(16), nullable=False),
    Column("start", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("swapped", Boolean, nullable=False),
    Column("move_seconds", Integer),
    Column("status", String(16), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("winner", String(8)),
    Column("reason", String(16)),
    Column("created_at", Instant, nullable=False),
    Column("played_at", Instant),
    Column("finished_at", Instant),
    Column("dirty", Boolean, nullable=False),
    Column("computer_moves", Boolean, nullable=False),
    Column("stalled", Boolean, nullable=False),
    Column("text_board", Boolean),
    Column("announcement_channel_id", BigInteger),
    Column("moves", Text),
    Column("takebacks", Text),
    Column("offers", Text),
    Column("conditional_moves", Text),
    Column("presence", Text),
    Column("given_hints", Text),
    Column("boards", Text, nullable=False),
    CheckConstraint("status IN ('active', 'finished')", name="status"),
    CheckConstraint("winner IN ('white', 'black')", name="winner"),
    CheckConstraint("(status = 'finished') = (reason IS NOT NULL)", name="reason"),
    CheckConstraint("white_id <> black_id", name="two_people"),
)

notes = Table(
    "notes",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
    Column("written_at", Instant, nullable=False),
)

rematches = Table(
    "rematches",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("challenge_id", ForeignKey("challenges.id")),
    Column("next_game_id", ForeignKey("games.id")),
    Index(None, "challenge_id"),
    # SQLite looks for rows that point to a game when it adds one and returns its number.
    Index(None, "next_game_id"),
)

# A player's rating after their last rated game, and until when it's established, if it is.
ratings = Table(
    "ratings",
    metadata,
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("ruleset", String(16), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("rated_at", Instant, nullable=False),
    Column("established_until", Instant),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("guild_id", ForeignKey("guilds.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("announcement_channel_id", BigInteger),
    UniqueConstraint("guild_id", "number"),
)

# The leaderboards at the end of a season.
season_places = Table(
    "season_places",
    metadata,
    Column("season_id", ForeignKey("seasons.id"), primary_key=True),
    Column("ruleset", String(16), primary_key=True),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("rating", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Index(None, "player_id"),
)

# What changed ratings: a game, or the end of a season in the pool of its guild. The ids are the order.
rating_events = Table(
    "rating_events",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("ruleset", String(16)),
    Column("game_id", ForeignKey("games.id"), unique=True),
    Column("season_id", ForeignKey("seasons.id"), unique=True),
    CheckConstraint("(game_id IS NULL) <> (season_id IS NULL)", name="one_cause"),
    CheckConstraint("(game_id IS NULL) = (ruleset IS NULL)", name="ruleset"),
    Index(None, "ruleset", "id"),
)

# What a game did to a rating, and everything needed to go on from there.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("ruleset", String(16), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("event_id", ForeignKey("rating_events.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("opponent_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("opponent_rating", Double, nullable=False),
    Column("score", Double, nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("rated_at", Instant, nullable=False),
    UniqueConstraint("game_id", "pool", "player_id"),
    Index(None, "player_id", "pool", "ruleset", "rated_at"),
    Index(None, "event_id"),
)

# The rulesets whose games after some event have to be rated again.
outdated_ratings = Table(
    "outdated_ratings",
    metadata,
    Column("ruleset", String(16), primary_key=True),
    Column("after_event_id", BigInteger, nullable=False),
)

# How many games between people ended in each way for each of them.
records = Table(
    "records",
    metadata,
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("ruleset", String(16), primary_key=True),
    Column("color", String(8), primary_key=True),
    Column("result", String(8), primary_key=True),
    Column("reason", String(16), primary_key=True),
    Column("games", Integer, nullable=False),
    CheckConstraint("color IN ('white', 'black')", name="color"),
    CheckConstraint("result IN ('win', 'draw', 'loss')", name="result"),
)

ladder_rungs = Table(
    "ladder_rungs",
    metadata,
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("level", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("first_won_at", Instant, nullable=False),
)

# How many games between people went on from a position with a move, and how its player did. The texts are
# packed. Those that are the same up to symmetry share a row.
opening_moves = Table(
    "opening_moves",
    metadata,
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("position", String(16), primary_key=True),
    Column("move", String(1), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
)

# How far a person got in the win trainer. The run is the attempt that currently counts.
training = Table(
    "training",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("ruleset", String(16), primary_key=True),
    Column("run", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("trained_at", Instant, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("review", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
)

# How good the moves of a reviewed game were, for each person in it, once in each pool where it counts.
accuracies = Table(
    "accuracies",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("pool", BigInteger, primary_key=True, autoincrement=False),
    Column("ruleset", String(16), nullable=False),
    Column("kept", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    # With the columns that are added up, so that the rows themselves needn't be read.
    Index(None, "player_id", "pool", "ruleset", "kept", "decisions"),
)

# What was shared in which channels: a game's position at a ply, or its review.
shares = Table(
    "shares",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("shared_at", Instant, nullable=False),
)

# Which positions of analysis boards were recently shared in which channels, by their packed texts.
shared_positions = Table(
    "shared_positions",
    metadata,
    Column("position", String(40), primary_key=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("shared_at", Instant, nullable=False),
    Index(None, "shared_at"),
)

seen_interactions = Table(
    "seen_interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("seen_at", Instant, nullable=False),
    Column("process", String(32)),
    Index(None, "seen_at"),
)

puzzle_results = Table(
    "puzzle_results",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(8), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("solved_at", Instant),
    Column("shown_at", Instant),
)

# How good people are at puzzles, and their streaks of puzzles solved with the first move they tried.
puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("rated_at", Instant, nullable=False),
)

# How hard puzzles have turned out to be, if someone has tried them. These rows refer to no one.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(8), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
)

# An outdated one's message doesn't show who has solved it yet, or the solution once the day is over.
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("guild_id", ForeignKey("guilds.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("puzzle", String(8), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("outdated", Boolean, nullable=False, server_default=false()),
)

# The streak is the one that the player had with that day's puzzle.
daily_solves = Table(
    "daily_solves",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("guild_id", ForeignKey("guilds.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("streak", Integer, nullable=False),
    Column("solved_at", Instant, nullable=False),
)

# A month is stored as its first day.
puzzle_months = Table(
    "puzzle_months",
    metadata,
    Column("guild_id", ForeignKey("guilds.id"), primary_key=True),
    Column("month", Date, primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("solved", Integer, nullable=False),
    Column("reached_at", Instant, nullable=False),
    Index(None, "player_id"),
)

badges = Table(
    "badges",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("badge", String(32), primary_key=True),
    Column("game_id", ForeignKey("games.id")),
    Column("earned_at", Instant, nullable=False),
    Index(None, "game_id"),
)

moderation_acts = Table(
    "moderation_acts",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("guild_id", ForeignKey("guilds.id"), nullable=False),
    Column("moderator_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("reason", String(200)),
    Column("proposed_at", Instant, nullable=False),
    Column("done_at", Instant),
    Index(None, "guild_id", "done_at", "id"),
    Index(None, "game_id"),
)

due_times = Table(
    "due_times",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", Instant, nullable=False),
    Column("game_id", ForeignKey("games.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    Column("player_id", ForeignKey("players.id")),
    UniqueConstraint("game_id", "kind"),
    UniqueConstraint("challenge_id", "kind"),
    Index(None, "at"),
    Index(None, "player_id"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("starts_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Index(None, "player_id", "ends_at"),
)

leases = Table(
    "leases",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("term", BigInteger, nullable=False),
    Column("expires_at", Instant, nullable=False),
)

synced_commands = Table(
    "synced_commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("beat_at", Instant, nullable=False),
)

identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("free_at", Instant, nullable=False),
)

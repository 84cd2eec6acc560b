"""The tables. A new database is made from them; ``migrations`` builds the same ones, as a test checks.

Indexes with their own condition or order are in ``bot.store.schema.indexes``.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

Kind = type[TypeEngine[Any]] | TypeEngine[Any] | Table
"""The type of a column's values, or the table that it refers to."""

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

DELETED_IDS = (-(2**63), 0)
"""The lowest and the highest id that a deleted player can have. Discord's are higher."""

EVERYWHERE = 0
"""The pool of all games, wherever they're played. Every other pool has its server's id."""


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts)


def _number() -> Column[int]:
    # SQLite only numbers rows automatically if the key's type is exactly INTEGER.
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True)


def _columns(kind: Kind, names: Iterable[str], **options: Any) -> list[Column[Any]]:
    """Return columns of a type, or, if ``kind`` is a table, columns that refer to its rows."""
    if isinstance(kind, Table):
        return [Column(name, ForeignKey(kind.c.id), **options) for name in names]
    return [Column(name, kind, **options) for name in names]


def _key(kind: Kind, *names: str, **options: Any) -> list[Column[Any]]:
    return _columns(kind, names, primary_key=True, autoincrement=False, **options)


def _required(kind: Kind, *names: str, **options: Any) -> list[Column[Any]]:
    return _columns(kind, names, nullable=False, **options)


def _optional(kind: Kind, *names: str, **options: Any) -> list[Column[Any]]:
    return _columns(kind, names, **options)


guilds = _table(
    "guilds",
    *_key(BigInteger, "id"),
    *_required(Instant, "created_at"),
    *_optional(String(16), "theme"),
    *_optional(BigInteger, "puzzle_channel_id"),
    *_optional(String(16), "puzzle_language"),
    *_optional(Integer, "puzzle_hour"),
    *_optional(String(16), "ruleset"),
    *_optional(Integer, "move_seconds", "total_seconds", "increment_seconds"),
    *_optional(String(16), "start"),
    *_optional(Boolean, "rated", "thread"),
    *_optional(String(16), "language"),
    *_optional(BigInteger, "announcement_channel_id"),
    *_optional(Boolean, "monthly_seasons", "across_servers", "events_for_all", "guesses"),
    *_optional(Integer, "crowd_level"),
    *_optional(Instant, "removed_at"),
    # Where the lobby is wanted, and the guild's language on Discord then; where it's posted, its message or
    # the last one that was, and a digest of what that shows.
    *_optional(BigInteger, "lobby_channel_id"),
    *_optional(String(16), "lobby_language"),
    *_optional(BigInteger, "lobby_posted_in", "lobby_message_id"),
    *_optional(String(32), "lobby_shown"),
)

allowed_channels = _table("allowed_channels", *_key(guilds, "guild_id"), *_key(BigInteger, "channel_id"))

players = _table(
    "players",
    *_key(BigInteger, "id"),
    *_required(String(100), "name"),
    *_required(Instant, "created_at"),
    *_optional(String(16), "theme"),
    *_optional(String(8), "notifications"),
    *_optional(String(16), "challenge_policy", "language", "reminders"),
    *_required(Boolean, "confirm_moves", "compact_controls", "turned_boards", server_default=false()),
    *_required(Boolean, "text_leaderboard", "text_board", server_default=false()),
    *_optional(Boolean, "listed", "across_servers", "guesses", "rating_roles"),
    *_optional(String(8), "game_puzzles"),
    # When they don't want to be told anything: from and until these hours of the day in their time zone.
    *_optional(String(32), "time_zone"),
    *_optional(Integer, "quiet_from", "quiet_until"),
    # Of which searches they want to hear, and how; of which one they heard last, and whether that's due.
    *_optional(String(16), "notice_reach", "notice_mode", "notice_clocks"),
    *_optional(Instant, "noticed_at"),
    *_optional(BigInteger, "noticed_about"),
    *_required(Boolean, "notice_due", server_default=false()),
    # How often they didn't show up in a cup since they last finished one, and until when they can't join.
    *_required(Integer, "no_shows", server_default="0"),
    *_optional(Instant, "barred_until"),
)

# What people are called in servers, where that isn't the name of their account.
nicknames = _table(
    "nicknames",
    *_key(guilds, "guild_id"),
    *_key(players, "player_id", index=True),
    *_required(String(100), "name"),
)

blocks = _table(
    "blocks",
    *_key(players, "player_id"),
    *_key(players, "blocked_id", index=True),
    *_required(Instant, "created_at"),
    CheckConstraint("player_id <> blocked_id", name="two_people"),
)

# What still limits people whose data was deleted. They're known by keyed hashes only, and those rows that end
# say when. ``bot.use_cases.challenges.limits`` says what the kinds mean.
kept_limits = _table(
    "kept_limits",
    _number(),
    *_required(String(64), "person", index=True),
    *_optional(String(64), "other", index=True),
    *_required(String(16), "kind"),
    *_optional(Instant, "until", index=True),
)

# The database's own secrets, each made once. They're in no export and in no log.
secret_keys = _table("secret_keys", *_key(String(32), "name"), *_required(LargeBinary, "secret"))

challenges = _table(
    "challenges",
    _number(),
    *_optional(guilds, "guild_id"),
    *_required(BigInteger, "channel_id"),
    *_optional(BigInteger, "message_id"),
    *_required(players, "challenger_id"),
    *_optional(players, "opponent_id", index=True),
    *_required(String(16), "ruleset"),
    *_required(String(8), "color"),
    *_required(String(16), "language", "status"),
    *_required(Instant, "created_at"),
    *_optional(Instant, "closed_at"),
    *_required(String(16), "theme", server_default=DEFAULT_THEME),
    *_required(String(16), "start", server_default=DEFAULT_START),
    *_required(Boolean, "rated", "over_limit", "hints", "thread", "both", server_default=false()),
    *_required(Boolean, "weekends_off", server_default=false()),
    *_optional(String(8), "code", unique=True),
    *_required(Instant, "expires_at"),
    *_optional(Integer, "move_seconds", "total_seconds", "increment_seconds"),
    # How many people can join a simul.
    *_optional(Integer, "seats"),
    *_required(Boolean, "reachable", server_default=true()),
    CheckConstraint("color IN ('white', 'black', 'random')", name="color"),
    CheckConstraint("status IN ('open', 'accepted', 'declined', 'canceled', 'expired')", name="status"),
    CheckConstraint("challenger_id <> opponent_id", name="two_people"),
    Index(None, "challenger_id", "created_at"),
)

# Codes with which a server offers others something to play, each used once. The terms are JSON.
codes = _table(
    "codes",
    *_key(String(8), "code"),
    *_required(String(16), "kind"),
    *_required(guilds, "guild_id", index=True),
    *_required(players, "maker_id", index=True),
    *_required(Text, "terms"),
    *_required(Instant, "expires_at", index=True),
    *_optional(Instant, "used_at"),
)

# Roles that a guild gives for a rating, or, without a ``threshold``, to the champion of the season.
rating_roles = _table(
    "rating_roles",
    *_key(guilds, "guild_id"),
    *_key(BigInteger, "role_id"),
    *_optional(Integer, "threshold"),
)

# Who has such a role from the bot. It's stored before Discord is asked to give it; until Discord has said
# that it's ``given``, no one knows.
role_holders = _table(
    "role_holders",
    *_key(guilds, "guild_id"),
    *_key(players, "player_id", index=True),
    *_key(BigInteger, "role_id"),
    *_required(Boolean, "given", server_default=true()),
)

# Roles from the bot that Discord has to take from people who were deleted: when the bot asks for it, and how
# often Discord hasn't done it. Nothing else has the id of someone who was deleted.
role_removals = _table(
    "role_removals",
    *_key(guilds, "guild_id"),
    *_key(BigInteger, "user_id", index=True),
    *_key(BigInteger, "role_id"),
    *_required(Instant, "due_at", index=True),
    *_required(Integer, "tries"),
)

# Whose roles in a guild may have changed, when the bot looks at them, and how often it couldn't change them.
role_checks = _table(
    "role_checks",
    *_key(guilds, "guild_id"),
    *_key(players, "player_id", index=True),
    *_required(Instant, "due_at", index=True),
    *_required(Integer, "tries"),
)

# People who look for an opponent, until they find one.
searches = _table(
    "searches",
    _number(),
    *_required(players, "player_id", index=True),
    *_optional(guilds, "guild_id", index=True),
    *_required(BigInteger, "channel_id"),
    *_optional(String(100), "server_name"),
    *_required(String(16), "language", "theme", "ruleset"),
    *_required(Integer, "move_seconds"),
    *_required(Boolean, "rated", "everywhere"),
    *_required(Instant, "began_at"),
    *_required(Instant, "expires_at", index=True),
    # When others are told of it next, if at all.
    *_optional(Instant, "tell_at"),
)

# Who wants to hear of searches in which servers.
notice_servers = _table("notice_servers", *_key(guilds, "guild_id"), *_key(players, "player_id", index=True))

# Cups that go on every month, and who is in them. ``next_at`` is when the next month begins, ``cup_id`` the
# current one, and ``champions_cup_id`` the last one with a result, whose winners are champions.
leagues = _table(
    "leagues",
    _number(),
    *_required(guilds, "guild_id", index=True),
    *_required(players, "host_id", index=True),
    *_required(BigInteger, "channel_id"),
    *_required(String(16), "ruleset", "language", "theme"),
    *_required(Integer, "move_seconds", "month", "revision"),
    *_required(Instant, "created_at"),
    *_optional(BigInteger, "cup_id", "champions_cup_id"),
    *_optional(Instant, "next_at", "tried_at", "stopped_at"),
    # How many people the divisions of the last month had, separated by spaces.
    *_required(String(100), "sizes"),
)

# The division and place are those of the last month. A ``position`` is someone's in the order of joining.
league_members = _table(
    "league_members",
    *_key(leagues, "league_id"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "position"),
    *_required(Instant, "joined_at"),
    *_optional(Integer, "division", "place", "seat"),
)

# What games can be part of: cups, team matches, and game nights, which are numbered together.
events = _table("events", _number(), *_required(String(16), "kind"))

# A cup, with columns for what's asked across cups. The texts are JSON, read and written with the cup only;
# they name entrants by their ``position``, never people. ``bot.store.events.cups`` says what's in them.
cups = _table(
    "cups",
    *_key(events, "id"),
    *_required(guilds, "guild_id"),
    *_optional(leagues, "league_id", index=True),
    *_required(players, "host_id", index=True),
    *_required(BigInteger, "channel_id"),
    *_optional(BigInteger, "message_id"),
    *_required(String(16), "language", "theme", "status"),
    *_required(Integer, "revision"),
    *_required(Instant, "created_at"),
    *_optional(Instant, "ended_at", "paused_at", "postponed_until", "waits_until", "due_at"),
    *_required(Boolean, "unsettled"),
    # What its card is known to show, and what people were told.
    *_optional(Integer, "shown"),
    *_optional(Instant, "shown_at", "called_at"),
    *_required(Integer, "told_stages"),
    *_required(Boolean, "told_end"),
    *_required(Boolean, "told_loss", server_default=false()),
    *_required(Text, "terms"),
    *_optional(Text, "stages"),
    *_optional(Integer, "played"),
    Index(None, "guild_id", "id"),
)

# The medal is the place at the end: 1, 2 or 3, or none.
cup_entrants = _table(
    "cup_entrants",
    *_key(cups, "cup_id"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "position"),
    *_required(Instant, "joined_at"),
    *_required(Double, "rating"),
    *_required(Boolean, "provisional"),
    *_optional(String(16), "leaving"),
    *_optional(Integer, "left_in", "medal"),
)

# A game night, stored like a cup.
nights = _table(
    "nights",
    *_key(events, "id"),
    *_required(guilds, "guild_id", index=True),
    *_required(players, "host_id", index=True),
    *_required(BigInteger, "channel_id"),
    *_optional(BigInteger, "message_id"),
    *_required(String(16), "language", "theme", "status"),
    *_required(Integer, "revision"),
    *_required(Instant, "created_at"),
    *_optional(Instant, "ended_at", "waits_until", "due_at"),
    *_required(Boolean, "unsettled", "lost"),
    *_optional(Integer, "shown"),
    *_optional(Instant, "shown_at"),
    *_required(Boolean, "told_end", "told_loss"),
    *_required(Text, "terms"),
    *_optional(Text, "stages"),
    *_optional(Integer, "played"),
    # Discord's own event about it, if there's one.
    *_optional(BigInteger, "scheduled_id"),
)

# The medal is the place at the end: 1, 2 or 3, or none.
night_entrants = _table(
    "night_entrants",
    *_key(nights, "night_id"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "position"),
    *_required(Instant, "joined_at"),
    *_required(Double, "rating"),
    *_required(Boolean, "provisional", "had_bye"),
    *_optional(Instant, "free_since"),
    *_optional(String(16), "leaving"),
    *_optional(Integer, "left_in", "medal"),
)

# A team match between two servers. The texts are JSON, read and written with it only; they name people by
# their place in the order of sides and of signing up. ``bot.store.events.team_matches`` says what's in them.
team_matches = _table(
    "team_matches",
    *_key(events, "id"),
    *_required(String(16), "status"),
    *_required(Integer, "revision"),
    *_required(Instant, "created_at"),
    *_optional(Instant, "started_at", "ends_at", "postponed_until", "checked_at", "ended_at"),
    *_optional(Instant, "waits_until", "due_at"),
    *_required(Boolean, "unsettled"),
    *_required(Text, "terms", "boards"),
)

# The servers of a team match: 0 is the one that made the code, and 1 the one that used it.
team_sides = _table(
    "team_sides",
    *_key(team_matches, "team_match_id"),
    *_key(Integer, "side"),
    *_required(guilds, "guild_id", index=True),
    *_required(players, "manager_id", index=True),
    *_required(String(100), "name"),
    *_required(BigInteger, "channel_id"),
    *_optional(BigInteger, "message_id"),
    *_required(String(16), "language", "theme"),
    # Whether nothing can be posted there, what its card is known to show, and what people were told.
    *_required(Boolean, "lost"),
    *_optional(Integer, "shown"),
    *_optional(Instant, "shown_at", "called_at"),
    *_required(Boolean, "told", "told_end"),
    *_required(Boolean, "told_loss", server_default=false()),
)

# Who plays in a team match. A person is on one side only.
team_members = _table(
    "team_members",
    *_key(team_matches, "team_match_id"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "side", "position"),
    *_required(Instant, "joined_at"),
    *_required(Double, "rating"),
    *_required(Boolean, "provisional"),
    *_optional(String(16), "leaving"),
)

# A game, with columns for what's asked across games. The texts are JSON, read and written with the game
# only; they name colors and places, never people. ``bot.use_cases.games.storing`` says what's in them.
games = _table(
    "games",
    _number(),
    *_optional(challenges, "challenge_id", unique=True),
    # The challenge to a simul, which leads to several games.
    *_optional(challenges, "simul_id"),
    *_optional(events, "event_id"),
    *_optional(guilds, "guild_id", index=True),
    # Where each player plays, if it's in two places.
    *_optional(BigInteger, "white_guild_id", "black_guild_id"),
    *_required(players, "white_id"),
    *_required(players, "black_id", index=True),
    *_required(String(100), "white_name", "black_name"),
    *_required(Boolean, "white_helped", "black_helped"),
    *_required(String(16), "ruleset", "start"),
    *_required(Boolean, "rated", "hints", "swapped"),
    *_required(Boolean, "over_limit", "weekends_off", server_default=false()),
    *_optional(Integer, "move_seconds", "total_seconds", "increment_seconds"),
    # What's left of total times, in milliseconds.
    *_optional(Integer, "white_left", "black_left"),
    *_required(String(16), "status"),
    *_required(Integer, "revision", "plies"),
    *_optional(String(8), "winner", "annulled_winner"),
    *_optional(String(16), "reason"),
    *_required(Instant, "created_at"),
    *_optional(Instant, "played_at", "finished_at"),
    *_required(Boolean, "dirty", "computer_moves", "stalled"),
    *_optional(Boolean, "text_board"),
    *_optional(BigInteger, "announcement_channel_id"),
    *_optional(Text, "moves", "takebacks", "offers", "seats", "score", "best_play", "crowd", "guesses"),
    *_required(Text, "boards"),
    # Whose game of the day it is, if it is one.
    *_optional(Date, "day"),
    CheckConstraint("status IN ('active', 'finished')", name="status"),
    CheckConstraint("winner IN ('white', 'black')", name="winner"),
    CheckConstraint("(status = 'finished') = (reason IS NOT NULL)", name="reason"),
    CheckConstraint("white_id <> black_id", name="two_people"),
)

# What people who watch a game guessed that would be played at a ply, and whether it was, once that's known.
guesses = _table(
    "guesses",
    *_key(games, "game_id"),
    *_key(Integer, "ply"),
    *_key(players, "player_id", index=True),
    *_required(guilds, "guild_id"),
    *_required(String(8), "move"),
    *_required(Instant, "guessed_at"),
    *_optional(Boolean, "correct"),
    Index(None, "guild_id", "guessed_at"),
)

notes = _table(
    "notes",
    *_key(games, "game_id"),
    *_key(players, "player_id", index=True),
    *_required(Text, "text"),
    *_required(Instant, "written_at"),
)

# What people voted for in games that channels play: a move, or to resign. A review says whether a vote
# ``kept`` the exact value, if that's known.
votes = _table(
    "votes",
    *_key(games, "game_id"),
    *_key(Integer, "ply"),
    *_key(players, "player_id"),
    *_required(String(8), "move"),
    *_required(Instant, "voted_at"),
    *_optional(Boolean, "kept"),
    Index(None, "player_id", "game_id"),
)

# Who had a channel play, by the color of its side.
crowd_hosts = _table(
    "crowd_hosts",
    *_key(games, "game_id"),
    *_key(String(8), "color"),
    *_required(players, "player_id", index=True),
)

rematches = _table(
    "rematches",
    *_key(games, "game_id"),
    *_optional(challenges, "challenge_id", index=True),
    *_optional(games, "next_game_id", index=True),
    # SQLite looks for rows that point to a game when it adds one and returns its number.
)

# A player's rating after their last rated game, and until when it's established, if it is.
ratings = _table(
    "ratings",
    *_key(BigInteger, "pool"),
    *_key(String(16), "ruleset"),
    *_key(players, "player_id", index=True),
    *_required(Double, "rating", "deviation", "volatility"),
    *_required(Integer, "games", "streak"),
    *_required(Instant, "rated_at"),
    *_optional(Instant, "established_until"),
)

seasons = _table(
    "seasons",
    _number(),
    *_required(guilds, "guild_id"),
    *_required(Integer, "number"),
    *_required(Instant, "started_at"),
    *_optional(Instant, "ended_at"),
    *_optional(BigInteger, "announcement_channel_id"),
    UniqueConstraint("guild_id", "number"),
)

# The leaderboards at the end of a season.
season_places = _table(
    "season_places",
    *_key(seasons, "season_id"),
    *_key(String(16), "ruleset"),
    *_key(Integer, "rank"),
    *_required(players, "player_id", index=True),
    *_required(Double, "rating"),
    *_required(Integer, "games", "streak"),
)

# What changed ratings: a game, or the end of a season in the pool of its guild. The ids are the order.
rating_events = _table(
    "rating_events",
    _number(),
    *_optional(String(16), "ruleset"),
    *_optional(games, "game_id", unique=True),
    *_optional(seasons, "season_id", unique=True),
    CheckConstraint("(game_id IS NULL) <> (season_id IS NULL)", name="one_cause"),
    CheckConstraint("(game_id IS NULL) = (ruleset IS NULL)", name="ruleset"),
    Index(None, "ruleset", "id"),
)

# What a game did to a rating, and everything needed to go on from there.
rating_changes = _table(
    "rating_changes",
    *_key(BigInteger, "pool"),
    *_key(String(16), "ruleset"),
    *_key(players, "player_id"),
    *_key(rating_events, "event_id", index=True),
    *_required(games, "game_id"),
    *_required(players, "opponent_id", index=True),
    *_required(Double, "opponent_rating", "score", "before", "after", "deviation", "volatility"),
    *_required(Integer, "games", "streak"),
    *_required(Instant, "rated_at"),
    UniqueConstraint("game_id", "pool", "player_id"),
    Index(None, "player_id", "pool", "ruleset", "rated_at"),
)

# The rulesets whose games after some event have to be rated again.
outdated_ratings = _table(
    "outdated_ratings",
    *_key(String(16), "ruleset"),
    *_required(BigInteger, "after_event_id"),
)

# How many games between people ended in each way for each of them.
records = _table(
    "records",
    *_key(BigInteger, "pool"),
    *_key(players, "player_id", index=True),
    *_key(String(16), "ruleset"),
    *_key(String(8), "color", "result"),
    *_key(String(16), "reason"),
    *_required(Integer, "games"),
    CheckConstraint("color IN ('white', 'black')", name="color"),
    CheckConstraint("result IN ('win', 'draw', 'loss')", name="result"),
)

ladder_rungs = _table(
    "ladder_rungs",
    *_key(BigInteger, "pool"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "level", "wins"),
    *_required(Instant, "first_won_at"),
)

# How many games between people went on from a position with a move, and how its player did. The texts are
# packed. Those that are the same up to symmetry share a row.
opening_moves = _table(
    "opening_moves",
    *_key(BigInteger, "pool"),
    *_key(String(16), "position"),
    *_key(String(1), "move"),
    *_required(Integer, "games", "wins", "draws"),
)

# How far a person got in the win trainer. The run is the attempt that currently counts, and the line is what
# has been played in it.
training = _table(
    "training",
    *_key(players, "player_id"),
    *_key(String(16), "ruleset"),
    *_required(Integer, "run", "longest", "wins"),
    *_required(String(40), "line"),
    *_required(Instant, "trained_at"),
)

reviews = _table(
    "reviews",
    *_key(games, "game_id"),
    *_required(Text, "review"),
    *_required(Instant, "made_at"),
)

# How good the moves of a reviewed game were, for each person in it, once in each pool where it counts.
accuracies = _table(
    "accuracies",
    *_key(games, "game_id"),
    *_key(players, "player_id"),
    *_key(BigInteger, "pool"),
    *_required(String(16), "ruleset"),
    *_required(Integer, "kept", "decisions"),
    # With the columns that are added up, so that the rows themselves needn't be read.
    Index(None, "player_id", "pool", "ruleset", "kept", "decisions"),
)

# What was recently shared in which channels: parts of games, and positions of analysis boards.
shares = _table(
    "shares",
    *_key(String(40), "subject"),
    *_key(BigInteger, "channel_id"),
    *_required(Instant, "shared_at", index=True),
)

seen_interactions = _table(
    "seen_interactions",
    *_key(BigInteger, "id"),
    *_required(Instant, "seen_at", index=True),
    *_optional(String(32), "process"),
)

# One that someone failed comes again at ``again_at``, after so many repeats that they solved.
puzzle_results = _table(
    "puzzle_results",
    *_key(players, "player_id"),
    *_key(String(8), "puzzle"),
    *_required(Integer, "tries"),
    *_optional(Instant, "solved_at", "shown_at"),
    *_optional(Integer, "repeats"),
    *_optional(Instant, "again_at"),
)

# How good people are at puzzles, and their streaks of puzzles solved with the first move they tried.
puzzle_solvers = _table(
    "puzzle_solvers",
    *_key(players, "player_id"),
    *_required(Double, "rating", "deviation", "volatility"),
    *_required(Integer, "streak", "best_streak"),
    *_required(Instant, "rated_at"),
)

# How hard puzzles have turned out to be, if someone has tried them. These rows refer to no one.
puzzle_ratings = _table(
    "puzzle_ratings",
    *_key(String(8), "puzzle"),
    *_required(Double, "rating", "deviation", "volatility"),
    *_required(Integer, "attempts"),
)

# What became of a game whose players allow a puzzle from it: one, or nothing.
game_puzzles = _table(
    "game_puzzles",
    *_key(games, "game_id"),
    *_required(guilds, "guild_id"),
    *_optional(String(8), "goal", "difficulty"),
    *_optional(Integer, "nodes"),
    *_optional(Text, "play"),
    *_required(Instant, "made_at"),
    Index(None, "guild_id", "game_id"),
)

# Someone's latest rush of a week, with the best of that week. A week is stored as its Monday.
rushes = _table(
    "rushes",
    *_key(players, "player_id"),
    *_key(Date, "week"),
    *_required(Instant, "started_at"),
    *_required(String(8), "puzzle"),
    *_required(Integer, "solved", "mistakes", "best"),
)

# An outdated one's message doesn't show who has solved it yet, or the solution once the day is over.
daily_puzzles = _table(
    "daily_puzzles",
    *_key(guilds, "guild_id"),
    *_key(Date, "day"),
    *_required(String(8), "puzzle"),
    *_required(BigInteger, "channel_id"),
    *_optional(BigInteger, "message_id"),
    *_required(Boolean, "outdated", server_default=false()),
)

# The streak is the one that the player had with that day's puzzle; only the first of the tries adds to it.
# The freezes are those they had left to keep it.
daily_solves = _table(
    "daily_solves",
    *_key(players, "player_id"),
    *_key(guilds, "guild_id"),
    *_key(Date, "day"),
    *_required(Integer, "tries", "streak", "freezes"),
    *_required(Instant, "solved_at"),
)

# What everyone plays on a day: moves to a start, the level, and what decides on everything by chance.
daily_starts = _table(
    "daily_starts",
    *_key(Date, "day"),
    *_required(String(16), "ruleset"),
    *_required(String(64), "course"),
    *_required(Integer, "level"),
    *_required(BigInteger, "seed"),
)

# Each person's game of a day, and once it's over and reviewed, what it's worth: a letter for each move, and
# how much of the value they kept. If they shared that, it's where.
daily_games = _table(
    "daily_games",
    *_key(players, "player_id"),
    *_key(Date, "day"),
    *_required(games, "game_id", unique=True),
    *_optional(guilds, "guild_id"),
    *_optional(String(40), "squares"),
    *_optional(String(8), "result"),
    *_optional(Integer, "quality", "plies"),
    *_optional(BigInteger, "channel_id"),
    Index(None, "guild_id", "day"),
    Index(None, "channel_id", "day"),
)

# What gathers what was shared in a channel, how many results it has to show, and how many it does.
daily_cards = _table(
    "daily_cards",
    *_key(BigInteger, "channel_id"),
    *_key(Date, "day"),
    *_required(guilds, "guild_id", index=True),
    *_required(String(16), "language"),
    *_optional(BigInteger, "message_id"),
    *_required(Integer, "shared", "listed"),
)

# A month is stored as its first day.
puzzle_months = _table(
    "puzzle_months",
    *_key(guilds, "guild_id"),
    *_key(Date, "month"),
    *_key(players, "player_id", index=True),
    *_required(Integer, "solved"),
    *_required(Instant, "reached_at"),
)

badges = _table(
    "badges",
    *_key(players, "player_id"),
    *_key(String(32), "badge"),
    *_optional(games, "game_id", index=True),
    *_required(Instant, "earned_at"),
)

# An act is about a game, and then perhaps about someone who votes in it; or about an event, and then perhaps
# about one of its entrants.
moderation_acts = _table(
    "moderation_acts",
    _number(),
    *_required(guilds, "guild_id"),
    *_required(players, "moderator_id", index=True),
    *_required(String(16), "kind"),
    *_optional(games, "game_id", index=True),
    *_optional(events, "event_id", index=True),
    *_optional(leagues, "league_id", index=True),
    *_optional(players, "player_id", index=True),
    *_optional(String(200), "reason"),
    *_required(Instant, "proposed_at"),
    *_optional(Instant, "done_at"),
    Index(None, "guild_id", "done_at", "id"),
)

# What players reported to the host about games in two places.
reports = _table(
    "reports",
    *_key(games, "game_id"),
    *_key(players, "reporter_id", index=True),
    *_optional(Text, "text"),
    *_required(Instant, "reported_at", index=True),
)

due_times = _table(
    "due_times",
    _number(),
    *_required(String(16), "kind"),
    *_required(Instant, "at", index=True),
    *_optional(games, "game_id"),
    *_optional(challenges, "challenge_id"),
    # Which of a player's games it's about, if it's about those in an event.
    *_optional(BigInteger, "event_id"),
    *_optional(players, "player_id", index=True),
    UniqueConstraint("game_id", "kind"),
    UniqueConstraint("challenge_id", "kind"),
)

vacations = _table(
    "vacations",
    _number(),
    *_required(players, "player_id"),
    *_required(Instant, "starts_at", "ends_at"),
    Index(None, "player_id", "ends_at"),
)

leases = _table(
    "leases",
    *_key(String(32), "name"),
    *_required(String(32), "holder"),
    *_required(BigInteger, "term"),
    *_required(Instant, "expires_at"),
)

synced_commands = _table(
    "synced_commands",
    *_key(BigInteger, "application_id"),
    *_required(String(64), "digest"),
)

# When a process was last alive, and when anyone could last play through it or in the servers of a shard.
heartbeats = _table(
    "heartbeats",
    *_key(String(32), "process"),
    *_required(Instant, "beat_at"),
    *_optional(Instant, "answered_at"),
    # JSON: how the process says it's doing.
    *_optional(Text, "status"),
)
shards = _table("shards", *_key(Integer, "shard_id", "shard_count"), *_required(Instant, "answered_at"))

identifies = _table("identifies", *_key(Integer, "bucket"), *_required(Instant, "free_at"))

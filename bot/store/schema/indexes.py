"""Indexes with their own condition or order, and ``metadata``, which has them and the tables.

Only new databases, migrations and tests need them. Any other start doesn't load this: for a partial index,
SQLAlchemy loads everything that it knows about PostgreSQL, which takes 2 MB.
"""

from sqlalchemy import ColumnElement, Index

from bot.store.schema.conditions import (
    DECLINED,
    ESTABLISHED,
    FINISHED,
    OPEN,
    OUTDATED,
    PROVISIONAL,
    REMOVED,
    RUNNING,
    RUNNING_SEASON,
    SEASON_TO_ANNOUNCE,
    TO_ANNOUNCE,
    UNLISTED,
    UNSHOWN,
    WAITING_FOR_COMPUTER,
    WITH_MONTHLY_SEASONS,
    WITH_PUZZLE,
    WON,
)
from bot.store.schema.tables import (
    blocks,
    challenges,
    daily_puzzles,
    daily_solves,
    games,
    guilds,
    ladder_rungs,
    metadata,
    players,
    puzzle_months,
    rating_changes,
    ratings,
    seasons,
)

__all__ = ["metadata"]


def _partial(
    name: str, condition: ColumnElement[bool], *columns: ColumnElement[object], unique: bool = False
) -> None:
    # A plain index of a table's columns is beside that table.
    Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


for _side, _other in (("white", "black"), ("black", "white")):
    _player = games.c[f"{_side}_id"]
    # What a history can be filtered by, so that a rare filter only reads the rows that it finds.
    _filters = (games.c.ruleset, games.c.winner, games.c[f"{_other}_id"])
    _partial(f"ix_games_running_of_{_side}", RUNNING, _player, games.c.guild_id, games.c.id)
    _partial(f"ix_games_running_anywhere_of_{_side}", RUNNING, _player, games.c.id)
    _partial(f"ix_games_finished_of_{_side}", FINISHED, _player, games.c.finished_at, games.c.id, *_filters)
    _partial(
        f"ix_games_finished_in_guild_of_{_side}",
        FINISHED,
        _player,
        games.c.guild_id,
        games.c.finished_at,
        games.c.id,
        *_filters,
    )

# With everything that a score between two players needs, so that the games themselves needn't be read.
Index(
    "ix_games_of_two",
    games.c.white_id,
    games.c.black_id,
    games.c.finished_at,
    games.c.id,
    games.c.guild_id,
    games.c.ruleset,
    games.c.winner,
    games.c.reason,
)
_partial("ix_games_running_in_guild", RUNNING, games.c.guild_id, games.c.id)
_partial("ix_games_unshown", UNSHOWN, games.c.id)
_partial("ix_games_waiting_for_computer", WAITING_FOR_COMPUTER, games.c.id)
_partial("ix_games_to_announce", TO_ANNOUNCE, games.c.id)
_partial("ix_challenges_open", OPEN, challenges.c.challenger_id, challenges.c.opponent_id)
_partial(
    "ix_challenges_declined",
    DECLINED,
    challenges.c.challenger_id,
    challenges.c.opponent_id,
    challenges.c.closed_at,
)
_partial("ix_players_unlisted", UNLISTED, players.c.id)
_partial("ix_guilds_with_puzzle", WITH_PUZZLE, guilds.c.id)
_partial("ix_daily_puzzles_outdated", OUTDATED, daily_puzzles.c.guild_id, daily_puzzles.c.day)
_partial("ix_guilds_with_monthly_seasons", WITH_MONTHLY_SEASONS, guilds.c.id)
_partial("ix_seasons_running", RUNNING_SEASON, seasons.c.guild_id, unique=True)
_partial("ix_seasons_to_announce", SEASON_TO_ANNOUNCE, seasons.c.id)
_partial("ix_guilds_removed", REMOVED, guilds.c.removed_at)

_partial(
    "ix_ratings_established",
    ESTABLISHED,
    ratings.c.pool,
    ratings.c.ruleset,
    ratings.c.rating.desc(),
    ratings.c.player_id,
    ratings.c.established_until,
    ratings.c.rated_at,
)
_partial(
    "ix_ratings_provisional",
    PROVISIONAL,
    ratings.c.pool,
    ratings.c.ruleset,
    ratings.c.rating.desc(),
    ratings.c.player_id,
    ratings.c.rated_at,
)
# For each rating: the best win comes last, the longest streak comes last, and a game is found by its number.
_rating = (rating_changes.c.pool, rating_changes.c.ruleset, rating_changes.c.player_id)
_partial("ix_rating_changes_won", WON, *_rating, rating_changes.c.opponent_rating, rating_changes.c.event_id)
_partial("ix_rating_changes_streak", WON, *_rating, rating_changes.c.streak)
Index("ix_rating_changes_games", *_rating, rating_changes.c.games)
Index(
    "ix_ladder_rungs_order",
    ladder_rungs.c.pool,
    ladder_rungs.c.level.desc(),
    ladder_rungs.c.wins.desc(),
    ladder_rungs.c.first_won_at,
    ladder_rungs.c.player_id,
)
Index(
    "ix_daily_solves_order",
    daily_solves.c.guild_id,
    daily_solves.c.day,
    daily_solves.c.streak.desc(),
    daily_solves.c.solved_at,
    daily_solves.c.player_id,
)
Index(
    "ix_puzzle_months_order",
    puzzle_months.c.guild_id,
    puzzle_months.c.month,
    puzzle_months.c.solved.desc(),
    puzzle_months.c.reached_at,
    puzzle_months.c.player_id,
)
Index("ix_blocks_order", blocks.c.player_id, blocks.c.created_at.desc(), blocks.c.blocked_id)

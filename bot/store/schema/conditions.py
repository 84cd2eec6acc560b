"""Conditions that queries share with the indexes made for them.

A database only uses a partial index if a query has exactly the same condition, without parameters. So the two
share one definition here. The indexes themselves are in ``bot.store.schema.indexes``.
"""

from sqlalchemy import and_, literal_column, true

from bot.store.schema.tables import (
    challenges,
    daily_puzzles,
    games,
    guilds,
    players,
    rating_changes,
    ratings,
    seasons,
)

RUNNING = games.c.status == literal_column("'active'")
FINISHED = games.c.status == literal_column("'finished'")

UNSHOWN = and_(games.c.dirty.is_(true()), games.c.reachable.is_(true()))
"""Games that may not show their current state, and that the bot can edit."""

WAITING_FOR_COMPUTER = games.c.computer_moves.is_(true())

TO_ANNOUNCE = games.c.announcement_channel_id.is_not(None)

OPEN = challenges.c.status == literal_column("'open'")
DECLINED = challenges.c.status == literal_column("'declined'")

ESTABLISHED = ratings.c.established_until.is_not(None)
"""Ratings that were established after their last game, and may still be."""

PROVISIONAL = ratings.c.established_until.is_(None)

WON = rating_changes.c.score == literal_column("1.0")
"""Changes of ratings by games that the player has won."""

UNLISTED = players.c.unlisted.is_(true())
"""Players who don't want to be on the leaderboard of all servers."""

RUNNING_SEASON = seasons.c.ended_at.is_(None)
SEASON_TO_ANNOUNCE = seasons.c.announcement_channel_id.is_not(None)

WITH_MONTHLY_SEASONS = guilds.c.monthly_seasons.is_(true())
"""Guilds whose seasons begin and end with the month."""

WITH_PUZZLE = guilds.c.puzzle_channel_id.is_not(None)
"""Guilds that want a daily puzzle."""

OUTDATED = daily_puzzles.c.outdated.is_(true())
"""Puzzles of a day whose messages have to be edited."""

REMOVED = guilds.c.removed_at.is_not(None)
"""Guilds that have removed the bot."""

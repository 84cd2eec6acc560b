"""Conditions of statements, and the constants in them.

A database only uses a partial index if a query has exactly the same condition, without parameters. So the two
share one definition here. The indexes themselves are in ``bot.store.schema.indexes``.

Constants are part of a statement's text. SQLAlchemy prepares any other value each time the statement runs,
even if it never changes: with them, the statement that reads a game took three times as long.
"""

from sqlalchemy import ColumnElement, FromClause, Integer, String, and_, literal_column, not_, or_, true

from bot.store.schema.tables import (
    challenges,
    cups,
    daily_cards,
    daily_games,
    daily_puzzles,
    games,
    guilds,
    leagues,
    nights,
    players,
    rating_changes,
    ratings,
    seasons,
    team_matches,
)
from bot.values.players import CROWD_IDS, LEVELS


def constant_text(value: str) -> ColumnElement[str]:
    """Return the SQL of a constant text, which must not contain apostrophes."""
    return literal_column(f"'{value}'", String)


def constant_number(value: int) -> ColumnElement[int]:
    """Return the SQL of a constant whole number."""
    return literal_column(str(value), Integer)


def is_computer(player_id: ColumnElement[int]) -> ColumnElement[bool]:
    return player_id.between(constant_number(LEVELS[0]), constant_number(LEVELS[-1]))


def is_person(player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a player is neither the computer nor a channel."""
    return not_(player_id.between(constant_number(LEVELS[0]), constant_number(CROWD_IDS[-1])))


_WITHOUT_RESULT = ("aborted", "abandoned", "annulled")
_FEWEST_PLIES = 4


def has_result(table: FromClause = games) -> ColumnElement[bool]:
    """Return the condition that a game of ``table`` is over and has a result."""
    return and_(table.c.status == constant_text("finished"), ended_well(table))


def ended_well(table: FromClause = games) -> ColumnElement[bool]:
    """Return the same condition, with which no index of finished games is used."""
    return table.c.reason.not_in([constant_text(each) for each in _WITHOUT_RESULT])


def counted(table: FromClause = games) -> ColumnElement[bool]:
    """Return the condition that a game of ``table`` counts, for whatever adds up games.

    It has a result, and enough pieces were played. In a game, that's ``Game.is_counted``.
    """
    return and_(has_result(table), table.c.plies >= constant_number(_FEWEST_PLIES))


RUNNING = games.c.status == constant_text("active")
FINISHED = games.c.status == constant_text("finished")

UNSHOWN = games.c.dirty.is_(true())
"""Games with boards that the bot can edit and that may not show their current state."""

WITH_COMPUTER = or_(is_computer(games.c.white_id), is_computer(games.c.black_id))
"""Games in which the computer is one of the players."""

OF_PEOPLE = and_(is_person(games.c.white_id), is_person(games.c.black_id))
"""Games between two people."""

FOUND = and_(
    games.c.challenge_id.is_(None), games.c.simul_id.is_(None), games.c.event_id.is_(None), OF_PEOPLE
)
"""Games of two people who looked for an opponent: neither a challenge nor an event led to them."""

OF_EVENT = games.c.event_id.is_not(None)
"""Games that belong to events."""

OF_SIMUL = games.c.simul_id.is_not(None)
"""Games that belong to simuls."""

OF_CROWD = games.c.crowd.is_not(None)
"""Games that channels play."""

WAITING_FOR_COMPUTER = games.c.computer_moves.is_(true())

TO_ANNOUNCE = games.c.announcement_channel_id.is_not(None)

OPEN = challenges.c.status == constant_text("open")
DECLINED = challenges.c.status == constant_text("declined")

ESTABLISHED = ratings.c.established_until.is_not(None)
"""Ratings that were established after their last game, and may still be."""

PROVISIONAL = ratings.c.established_until.is_(None)

WON = rating_changes.c.score == literal_column("1.0")
"""Changes of ratings by games that the player has won."""

LISTED = players.c.listed.is_(true())
"""Players who want to be on the leaderboards of all servers."""

HEARING = players.c.notice_reach.is_not(None)
"""Players who want to hear of searches."""

NOTICE_DUE = players.c.notice_due.is_(true())
"""Players who are about to hear of one."""

RUNNING_SEASON = seasons.c.ended_at.is_(None)
SEASON_TO_ANNOUNCE = seasons.c.announcement_channel_id.is_not(None)

WITH_MONTHLY_SEASONS = guilds.c.monthly_seasons.is_(true())
"""Guilds whose seasons begin and end with the month."""

WITH_LOBBY = or_(guilds.c.lobby_channel_id.is_not(None), guilds.c.lobby_posted_in.is_not(None))
"""Guilds that want a lobby, or where one is posted."""

WITH_PUZZLE = guilds.c.puzzle_channel_id.is_not(None)
"""Guilds that want a daily puzzle."""

TO_JUDGE = daily_games.c.quality.is_(None)
"""Games of the day of which it isn't known what they're worth."""

OUTDATED_CARD = daily_cards.c.listed != daily_cards.c.shared
"""Cards that don't show all results of a channel's day."""

OUTDATED = daily_puzzles.c.outdated.is_(true())
"""Puzzles of a day whose messages have to be edited."""

DUE_CUP = cups.c.due_at.is_not(None)
CURRENT_CUP = cups.c.ended_at.is_(None)
"""Cups that people can join, or that are played."""

DUE_TEAM_MATCH = team_matches.c.due_at.is_not(None)
CURRENT_TEAM_MATCH = team_matches.c.ended_at.is_(None)
"""Team matches that people can sign up for, or that are played."""

DUE_NIGHT = nights.c.due_at.is_not(None)
CURRENT_NIGHT = nights.c.ended_at.is_(None)
"""Game nights that people can come to."""

DUE_LEAGUE = leagues.c.next_at.is_not(None)
CURRENT_LEAGUE = leagues.c.stopped_at.is_(None)

REMOVED = guilds.c.removed_at.is_not(None)
"""Guilds that have removed the bot."""
